/** Whom one may meet where: the strongest only at tables that have what it needs. */
import { beforeEach, expect, test, vi } from "vitest";
import type { BotSummary } from "../../src/lib/wire";

const words = (text: string): Record<string, string> => ({ en: text, it: text });
const everywhere = (bot: string, level: number): BotSummary => ({ bot, name: words(bot), about: words(bot), level, tables: null });
const BOTS: BotSummary[] = [
  ...["random", "greedy", "path", "planner"].map(everywhere),
  { ...everywhere("search", 5), tables: [{ game: "usa", players: 3, dice: false }] },
];
vi.mock("../../src/lib/net/api", () => ({ bots: () => Promise.resolve(BOTS), added: () => Promise.resolve({}) }));
vi.stubGlobal("document", { documentElement: {} });
vi.mock("../../src/lib/net/me", () => ({ rival: () => "search", begun: () => 9, choose: () => {} }));

const { ladder, place, role, strength } = await import("../../src/lib/opponents.svelte");
const { tongue } = await import("../../src/lib/words/language.svelte");

beforeEach(async () => {
  expect(ladder.bots.length >= 0).toBe(true); // asks for them
  await Promise.resolve();
});

const names = (bots: readonly BotSummary[]): string[] => bots.map((one) => one.bot);

test("the search is offered at its tables and nowhere else", () => {
  const there = place("usa", 3, { dice: false });
  expect(names(ladder.offered(there))).toContain("search");
  expect(names(ladder.offered())).not.toContain("search");
  for (const other of [place("usa", 2), place("world", 3), place("usa", 3, { dice: true }), place("usa", 3, { tickets: "mega" })]) {
    expect(names(ladder.offered(other))).toEqual(["random", "greedy", "path", "planner"]);
  }
});

test("who wished for it last meets the strongest where it is not met", () => {
  expect(ladder.usual).toBe("search");
  expect(ladder.seated("", place("usa", 3))).toBe("search");
  expect(ladder.seated("", place("usa", 2))).toBe("planner");
  expect(ladder.seated("search", place("world", 3))).toBe("planner");
  expect(ladder.seated("path", place("usa", 3))).toBe("path");
});

test("it keeps its own face and has the word that comes after the planner's", async () => {
  await tongue.speak("en");
  expect(ladder.level("search")).toBe(5);
  expect(role(5)).toBe("chief engineer");
  expect(strength(5)).toBe("Expert");
  expect(strength(3)).toBe("Strong");
});
