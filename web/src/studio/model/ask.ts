/** What the studio asks of the server. */
import { call } from "../../lib/net/api";
import type { DraftReport as Looked, Complaint, GameSummary, Invention } from "../../lib/wire";
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

/** A card or a supply that a sentence is about stands before it; the other parts are clear from the sentence. */
export const partOf = (one: Complaint): string => (one.part.includes(" ") ? `${one.part.slice(one.part.indexOf(" ") + 1).replaceAll("_", " ")}: ` : "");
