/** A board made more even, change by change; how often a route is taken, as a colour. */
import { expect, test } from "vitest";
import type { BoardFile } from "../../src/studio/model/file";
import { balanced, heat } from "../../src/studio/model/study.svelte";

const file = {
  id: "x",
  name: "X",
  places: [],
  routes: [{ a: "a", b: "b", length: 3, colour: "red" }, { a: "b", b: "c", length: 4 }],
  tickets: [{ stops: ["a", "b"], points: 3 }, { stops: ["a", "c"], points: 7 }],
} as unknown as BoardFile;

test("only what was changed is another", () => {
  const text = { en: "", it: "" };
  const after = balanced(file, [
    { kind: "ticket", number: 1, before: 7, after: 9, text },
    { kind: "colour", number: 0, before: "red", after: "gray", text },
    { kind: "length", number: 1, before: 4, after: 3, text },
  ]);
  expect(after.tickets).toEqual([{ stops: ["a", "b"], points: 3 }, { stops: ["a", "c"], points: 9 }]);
  expect(after.routes).toEqual([{ a: "a", b: "b", length: 3 }, { a: "b", b: "c", length: 3 }]);
  expect(file.tickets![1]!.points).toBe(7);
});

test("routes go from pale over blue to red", () => {
  expect(heat(0)).toBe("rgb(223 231 242)");
  expect(heat(0.5)).toBe("rgb(127 156 200)");
  expect(heat(2)).toBe("rgb(178 24 43)");
});
