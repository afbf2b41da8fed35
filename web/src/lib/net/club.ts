/** People with each other: ratings, head-to-head, friends, tournaments. */
import type { Friend, FriendLink, Meetings, NewTournament, OwnRating, SeatRating, Tournament, TournamentLine } from "../wire";
import { call } from "./api";
import * as me from "./me";

/** Who I am to others, if I have a profile. */
export interface Self {
  id: string;
  name: string;
}

export const self = (): Promise<Self | null> => call("GET", "/api/me");
/** A profile; the seats of this device are its own. */
export const introduce = (name: string): Promise<Self> => call("POST", "/api/me", { name, claim: me.token() !== undefined }, me.token());


/** The ratings of who sits at some tables, by table. */
export const ratingsAt = (tables: string[]): Promise<Record<string, SeatRating[]>> => call("POST", "/api/ratings", { tables });
export const ratingsOf = (person: string): Promise<OwnRating[]> => call("GET", `/api/people/${person}/ratings`);
export const meetings = (person: string): Promise<Meetings> => call("GET", `/api/people/${person}/meetings`);
export const friends = (): Promise<Friend[]> => call("GET", "/api/friends");
export const friendLink = (): Promise<FriendLink> => call("POST", "/api/friends/link");
export const befriend = (secret: string): Promise<Friend[]> => call("POST", "/api/friends", { secret });
export const part = (person: string): Promise<Friend[]> => call("DELETE", `/api/friends/${person}`);

export const tournaments = (): Promise<TournamentLine[]> => call("GET", "/api/tournaments");
export const tournament = (id: string): Promise<Tournament> => call("GET", `/api/tournaments/${id}`);
export const open = (wish: NewTournament): Promise<Tournament> => call("POST", "/api/tournaments", wish);
/** Join, leave, begin or call off. */
export const act = (id: string, what: "join" | "leave" | "start" | "call_off"): Promise<Tournament> => call("POST", `/api/tournaments/${id}/${what}`, {}, what === "join" ? me.secret() : undefined);
