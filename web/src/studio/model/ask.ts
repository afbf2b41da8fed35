/** What the studio asks of the server. */
import { call, Refusal } from "../../lib/net/api";
import * as me from "../../lib/net/me";
import type { DraftReport as Looked, Complaint, GalleryPage, GameSummary, Invention, Shared, SharedBoard, StudyAnswer } from "../../lib/wire";
import type { BoardFile, PlaceFile, RouteFile, TicketFile } from "./file";

export type { Complaint, Looked };

/** What is wrong with a board, what stands out, and its rules. */
export const check = (text: string, language: string): Promise<Looked> => call("POST", `/api/studio/check?language=${language}`, text);

/** What the rules say about each field that chooses them. */
export const sentences = (language: string): Promise<Record<string, string>> => call("GET", `/api/studio/rules?language=${language}`);

export const regions = (): Promise<string[]> => call("GET", "/api/studio/regions");
export const invent = (wish: Invention): Promise<BoardFile> => call("POST", "/api/studio/invent", wish);

export interface Rest {
  count: number;
  players: number;
  seed: number;
  aspect: number;
  land: string[];
  places: PlaceFile[];
  routes: RouteFile[];
  colours: string[];
  pieces: number;
}

/** New places and routes around those that stay, and tickets for all. */
export const again = (rest: Rest): Promise<{ places: PlaceFile[]; routes: RouteFile[]; tickets: TicketFile[]; colours: string[]; pieces: number }> => call("POST", "/api/studio/again", rest);

/** Keep a board for tables; what it is called there. */
export const keep = (text: string): Promise<GameSummary> => call("POST", "/api/boards", text);

/** Is it good? Games between bots are played; and what would make it more even. Ask again while it is not done. */
export const study = (text: string, players: number): Promise<StudyAnswer> => call("POST", `/api/studio/study?players=${players}`, text);
export const even = (text: string, players: number, change: string[]): Promise<StudyAnswer> => call("POST", `/api/studio/even?players=${players}${change.map((one) => `&change=${one}`).join("")}`, text);
export const studied = (id: string): Promise<StudyAnswer> => call("GET", `/api/studio/studies/${id}`);
export const stop = (id: string): Promise<unknown> => call("POST", `/api/studio/studies/${id}/stop`, {});

/** All sheets of a board, as a PDF. */
export async function print(text: string, paper: string, language: string): Promise<Blob> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/studio/print?paper=${paper}&language=${language}`, { method: "POST", headers, body: text }).catch(() => null);
  if (!answer) throw new Refusal("unreachable", "");
  if (answer.ok) return answer.blob();
  const fault = (await answer.json().catch(() => ({ error: "fault", text: "" }))) as { error: string; text: string };
  throw new Refusal(fault.error, fault.text);
}

/** Share a board with everybody; the token that may take it back is mine. */
export async function share(text: string, by: string): Promise<SharedBoard> {
  const { board, token } = await call<Shared>("POST", `/api/gallery?by=${encodeURIComponent(by)}`, text, me.token());
  me.keep(token);
  return board;
}

export const gallery = (search: string, after: string | null): Promise<GalleryPage> =>
  call("GET", `/api/gallery?search=${encodeURIComponent(search)}${after === null ? "" : `&after=${encodeURIComponent(after)}`}`, undefined, me.token());
export const shared = (game: string): Promise<SharedBoard> => call("GET", `/api/gallery/${game}`, undefined, me.token());
export const takeBack = (game: string): Promise<unknown> => call("DELETE", `/api/gallery/${game}`, undefined, me.token());
export const fileOf = (game: string): Promise<BoardFile> => call("GET", `/api/games/${game}/board`);

/** A card or a supply that a sentence is about stands before it; the other parts are clear from the sentence. */
export const partOf = (one: Complaint): string => (one.part.includes(" ") ? `${one.part.slice(one.part.indexOf(" ") + 1).replaceAll("_", " ")}: ` : "");
