/** Until when a table waits, and for how many of them: said where it is a person's time, and only there. */
import { expect, test } from "vitest";
import type { TableSummary } from "../../src/lib/wire";

Object.assign(globalThis, { navigator: { languages: ["en-GB"] }, localStorage: { getItem: () => null } });

const { standing } = await import("../../src/screens/tables/standing");
const { waiting } = await import("../../src/lib/waiting.svelte");

function table(more: Partial<TableSummary> = {}): TableSummary {
  const seats = ["Anna", "Bo"].map((name, seat) => ({ seat, kind: "person", name, bot: "", stand_in: "", present: false, away: null, replaceable: null }));
  return { status: "running", pace: "correspondence", deadline: 1.8e9, asked: [0], seats, ...more } as TableSummary;
}

test("a person's days are told, with other words to whose they are", () => {
  expect(standing(table(), [0]).until).toBe("tables.until.yours");
  expect(standing(table(), [1]).until).toBe("tables.until");
});

test("no time is told where there is none, or where it is a bot's", () => {
  const person = table().seats[0]!;
  for (const other of [
    table({ pace: "live" }),
    table({ deadline: null }),
    table({ asked: [0, 1], seats: [person, { ...person, seat: 1, kind: "bot" }] }),
    table({ seats: [{ ...person, stand_in: "planner" }, person] }),
  ])
    expect(standing(other, [0]).until).toBeUndefined();
});

test("tables that wait for me are counted, and stand before a title", () => {
  expect(waiting.titled("Rules")).toBe("Rules");
  const mine = [
    { table: table(), seats: [0] },
    { table: table(), seats: [0, 1] },
    { table: table({ asked: [1] }), seats: [0] },
    { table: table({ status: "finished" }), seats: [0] },
  ];
  expect(waiting.know(mine)).toBe(true);
  expect([waiting.count, waiting.titled("Rules")]).toEqual([2, "(2) Rules"]);
  expect(waiting.know([])).toBe(false);
  expect(waiting.count).toBe(0);
});
