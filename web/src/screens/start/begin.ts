/** Make a table and go there. */
import { create } from "../../lib/api";
import { tongue } from "../../lib/language.svelte";
import * as me from "../../lib/me";
import { called, ladder } from "../../lib/opponents.svelte";
import { address } from "../../lib/route.svelte";
import type { NewTable } from "../../lib/wire";

export async function begin(wish: NewTable, query = ""): Promise<void> {
  const made = await create({ ...wish, language: tongue.language }, me.token());
  me.keep(made.token);
  address.go(`/table/${made.table}${query}`);
}

/** My name, or what one calls somebody without a name. */
export const myName = (): string => me.name().trim() || tongue.say("start.traveller");

/** What the n-th bot of its level at a table is called. */
export const botName = (bot: string, n: number): string => called(ladder.level(bot), n);
