/** The REST part of the server. A refusal is a sentence to show. */
import type { Drawing } from "../../board/types";
import type { Board, BotSummary, Daily, DailyPuzzle, DailyWish, GameSummary, Guessed, Join, Joined, Lobby, MatchWish, MyTables, NewTable, PuzzleGuess, RefusalBody, Replay, TableSummary, Try, Uploaded } from "../wire";
import type { Review } from "../../screens/review/reviewed";
import { KEPT, line } from "./line.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** A call; a body that is text already is sent as it is. */
export async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined || typeof body === "string" ? body : JSON.stringify(body) });
  } catch {
    line.lost();
    throw new Refusal("unreachable", "");
  }
  line.heard(answer.headers.has(KEPT));
  if (answer.ok) return (await answer.json()) as T;
  const fault = (await answer.json().catch(() => ({ error: "fault", text: "" }))) as RefusalBody;
  throw new Refusal(fault.error, fault.text);
}

const boards = new Map<string, Promise<Board>>();

/** A game's board; asked once. */
export function board(game: string): Promise<Board> {
  let found = boards.get(game);
  if (!found) {
    found = call<Board>("GET", `/api/games/${game}/map`);
    found.catch(() => boards.delete(game));
    boards.set(game, found);
  }
  return found;
}

const drawings = new Map<string, Promise<Drawing | null>>();

/** The picture under a game's board; asked once, and null where there is none. */
export function drawing(game: string): Promise<Drawing | null> {
  let found = drawings.get(game);
  if (!found) {
    found = call<Drawing>("GET", `/api/games/${game}/drawing`).catch(() => null);
    drawings.set(game, found);
  }
  return found;
}

/** Messages that this client does not ship with, by key; none where the server cannot be asked. */
export const added = (language: string): Promise<Record<string, string>> => call<Record<string, string>>("GET", `/api/words?language=${language}`).catch(() => ({}));

/** The bots there are, weakest first. */
export const bots = (): Promise<BotSummary[]> => call("GET", "/api/bots");

/** A finished game, move by move, as a seat saw it, everybody at once ("all") or a spectator ("none"). */
export const replay = (where: "tables" | "logs", id: string, seat: string): Promise<Replay> =>
  call("GET", `/api/${where}/${id}/replay?seat=${seat}`);

/** How many moments of a game were weighed so far, of how many. */
export interface SoFar {
  done: number;
  total: number;
}

/** What a seat's decisions in a finished game were worth; or how far that has come: then ask again. */
export const review = (where: "tables" | "logs", id: string, seat: number): Promise<Review | SoFar> => call("GET", `/api/${where}/${id}/review?seat=${seat}`);

/** A table of one's own that goes on from a moment of a finished game. */
export const playOn = (wish: Try, token?: string): Promise<Joined> => call("POST", "/api/tries", wish, token);

/** The deal of today, or of an earlier day. */
export const daily = (token?: string, day = ""): Promise<Daily> => call("GET", `/api/daily${day && `?day=${encodeURIComponent(day)}`}`, undefined, token);

/** My table of today's deal: one for everybody. */
export const playDaily = (wish: DailyWish, token?: string): Promise<Joined> => call("POST", "/api/daily", wish, token);

/** The puzzle of today; an empty answer while it is being made: then ask again. */
export const puzzle = (token?: string): Promise<DailyPuzzle | Record<string, never>> => call("GET", "/api/daily/puzzle", undefined, token);

/** My answer to it, of which the first one stays. */
export const guess = (wish: PuzzleGuess, token?: string): Promise<Guessed> => call("POST", "/api/daily/puzzle", wish, token);

/** A game's rules, as Markdown. */
export async function rulebook(game: string, language: string, dice: boolean): Promise<string> {
  const answer = await fetch(`/api/games/${game}/rules?language=${language}${dice ? "&dice=true" : ""}`).catch(() => null);
  if (!answer) throw new Refusal("unreachable", "");
  line.heard(answer.headers.has(KEPT));
  if (answer.ok) return answer.text();
  const fault = (await answer.json().catch(() => ({ error: "fault", text: "" }))) as RefusalBody;
  throw new Refusal(fault.error, fault.text);
}

export const games = (): Promise<GameSummary[]> => call("GET", "/api/games");
export const summary = (table: string): Promise<TableSummary> => call("GET", `/api/tables/${table}`);
export const create = (wish: NewTable, token?: string): Promise<Joined> => call("POST", "/api/tables", wish, token);
export const join = (table: string, wish: Join, token?: string): Promise<Joined> =>
  call("POST", `/api/tables/${table}/join`, wish, token);
export const leave = (table: string, seat: number, token: string): Promise<TableSummary> =>
  call("POST", `/api/tables/${table}/leave`, { seat }, token);
export const standIn = (table: string, seat: number, bot: string, token: string): Promise<TableSummary> =>
  call("POST", `/api/tables/${table}/seats/${seat}`, { bot }, token);
export const rematch = (table: string, token: string): Promise<TableSummary> =>
  call("POST", `/api/tables/${table}/rematch`, undefined, token);
/** The first pages of a list, each table once; `after` is null where there are no more. */
async function leafed<T>(ask: (after: string | null) => Promise<{ tables: T[]; after: string | null }>, id: (one: T) => string, pages: number): Promise<{ tables: T[]; after: string | null }> {
  let page = await ask(null);
  const found = new Map(page.tables.map((one) => [id(one), one]));
  for (let n = 1; n < pages && page.after !== null; n++) {
    page = await ask(page.after);
    for (const one of page.tables) found.set(id(one), one);
  }
  return { tables: [...found.values()], after: page.after };
}

/** The tables some tokens hold seats at, the latest change first. */
export const mine = (tokens: string[], pages = 1): Promise<MyTables> =>
  leafed((after) => call<MyTables>("POST", "/api/mine", { tokens, after }), (one) => one.table.table, pages);

/** The public tables that are open or running. */
export const lobby = (pages = 1, wish: Record<string, string> = {}): Promise<Lobby> =>
  leafed((after) => call<Lobby>("GET", `/api/tables?${new URLSearchParams(after === null ? wish : { ...wish, after })}`), (one) => one.table, pages);

/** Sit down at a table that waits for somebody like me, or open one and wait there. */
export const match = (wish: MatchWish, token?: string): Promise<Joined> => call("POST", "/api/match", wish, token);

/** The seats a token, or the profile that is open here, holds at a table. */
export async function seatsAt(table: string, token: string | undefined): Promise<number[]> {
  return (await call<MyTables>("POST", "/api/mine", { tokens: token ? [token] : [], table })).tables[0]?.seats ?? [];
}

/** Keep a log on the server for replay. */
export async function upload(text: string): Promise<Uploaded> {
  const answer = await fetch("/api/logs", { method: "POST", body: text });
  if (answer.ok) return (await answer.json()) as Uploaded;
  const fault = (await answer.json()) as RefusalBody;
  throw new Refusal(fault.error, fault.text);
}
