/** Make a table and go there. */
import { create } from "../../lib/net/api";
import { newKey } from "../../lib/net/key";
import { tongue } from "../../lib/words/language.svelte";
import * as me from "../../lib/net/me";
import { called, ladder, place } from "../../lib/opponents.svelte";
import { address } from "../../lib/route.svelte";
import type { NewTable } from "../../lib/wire";

/** The keys of tables that were asked for and not answered: the same wish is sent under the same key. */
const unanswered = new Map<string, string>();

export async function begin(wish: NewTable, query = ""): Promise<void> {
  const at = place(wish.game, wish.seats.length, wish.options);
  const bot = ladder.seated("", at);
  const seats = wish.seats.map((seat) => (seat.kind === "bot" && !seat.bot && bot ? { ...seat, bot } : seat));
  const body = { ...wish, seats, language: tongue.language };
  const text = JSON.stringify(body);
  const key = unanswered.get(text) ?? newKey();
  unanswered.set(text, key);
  const made = await create({ ...body, key }, me.token());
  unanswered.delete(text);
  me.keep(made.token);
  me.beginOne();
  address.go(`/table/${made.table}${query}`);
}

/** My name, or what one calls somebody without a name. */
export const myName = (): string => me.name().trim() || tongue.say("start.traveller");

/** What the n-th bot of its level at a table is called. */
export const botName = (bot: string, n: number): string => called(ladder.level(bot), n);
