/** People with each other: ratings, head-to-head, friends. */
import type { Friend, FriendLink, Meetings, OwnRating, SeatRating } from "../wire";
import { call } from "./api";

/** The ratings of who sits at some tables, by table. */
export const ratingsAt = (tables: string[]): Promise<Record<string, SeatRating[]>> => call("POST", "/api/ratings", { tables });
export const ratingsOf = (person: string): Promise<OwnRating[]> => call("GET", `/api/people/${person}/ratings`);
export const meetings = (person: string): Promise<Meetings> => call("GET", `/api/people/${person}/meetings`);
export const friends = (): Promise<Friend[]> => call("GET", "/api/friends");
export const friendLink = (): Promise<FriendLink> => call("POST", "/api/friends/link");
export const befriend = (secret: string): Promise<Friend[]> => call("POST", "/api/friends", { secret });
export const part = (person: string): Promise<Friend[]> => call("DELETE", `/api/friends/${person}`);
