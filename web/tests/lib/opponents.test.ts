import { expect, test } from "vitest";
import { called, character, role } from "../../src/lib/opponents.svelte";
import { FACES } from "../../src/ui/pieces/Portrait.svelte";

const LEVELS = Array.from({ length: FACES }, (_, level) => level);

test("every level has a character of its own, and a stronger one passes for the last", () => {
  expect(LEVELS.map(character)).toEqual(LEVELS);
  expect(new Set(LEVELS.map(role)).size).toBe(FACES);
  expect(character(FACES)).toBe(FACES - 1);
  expect(role(FACES)).toBe(role(FACES - 1));
});

test("nobody at a table is called like somebody else", () => {
  const names = LEVELS.flatMap((level) => [0, 1, 2, 3, 4, 5].map((n) => called(level, n)));
  expect(new Set(names).size).toBe(names.length);
});
