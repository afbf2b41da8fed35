/** People with each other: ratings, head-to-head, friends, tournaments. */
import type { Blocked, Friend, FriendLink, Invitation, Meetings, NewTournament, OwnRating, SeatRating, Tournament, TournamentLine } from "../wire";
import { call } from "./api";
import * as me from "./me";

/** Who I am to others, if I have a profile. */
export interface Self {
  id: string;
  name: string;
}

export const self = (): Promise<Self | null> => call("GET", "/api/me");

/** The ratings of who sits at some tables, by table. */
export const ratingsAt = (tables: string[]): Promise<Record<string, SeatRating[]>> => call("POST", "/api/ratings", { tables });
export const ratingsOf = (person: string): Promise<OwnRating[]> => call("GET", `/api/people/${person}/ratings`);
export const meetings = (person: string): Promise<Meetings> => call("GET", `/api/people/${person}/meetings`);
export const friends = (): Promise<Friend[]> => call("GET", "/api/friends");
export const friendLink = (): Promise<FriendLink> => call("POST", "/api/friends/link");
export const befriend = (secret: string): Promise<Friend[]> => call("POST", "/api/friends", { secret });
export const part = (person: string): Promise<Friend[]> => call("DELETE", `/api/friends/${person}`);

/** Ask a friend to a table of mine that waits. */
export const invite = (table: string, person: string): Promise<unknown> => call("POST", `/api/tables/${table}/invite`, { person });
/** Where friends ask me to. */
export const invitations = (): Promise<Invitation[]> => call("GET", "/api/invitations");
export const decline = (table: string): Promise<Invitation[]> => call("DELETE", `/api/invitations/${table}`);

/** Whom I hear nothing of. */
export const blocked = (): Promise<Blocked[]> => call("GET", "/api/blocked", undefined, me.token());
export const lift = (id: string): Promise<Blocked[]> => call("POST", "/api/blocked/lift", { id }, me.token());

export const tournaments = (): Promise<TournamentLine[]> => call("GET", "/api/tournaments");
export const tournament = (id: string): Promise<Tournament> => call("GET", `/api/tournaments/${id}`);
export const open = (wish: NewTournament): Promise<Tournament> => call("POST", "/api/tournaments", wish);
/** Join, leave, begin or call off. */
export const act = (id: string, what: "join" | "leave" | "start" | "call_off"): Promise<Tournament> => call("POST", `/api/tournaments/${id}/${what}`, {}, what === "join" ? me.secret() : undefined);
