/** Files that somebody has damaged: the studio says that it cannot draw them, or draws them. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { layoutOf } from "../../src/board/layout/layout";
import { drawn } from "../../src/studio/model/drawn";
import * as files from "../../src/studio/model/file";
import { read } from "../../src/studio/model/read";
import { get, set } from "../../src/studio/model/rules";
import { outlinesOf } from "../../src/studio/model/shapes";
import * as suggest from "../../src/studio/model/suggest";

type Spot = [Record<string, unknown>, string];

const BOARD = readFileSync(new URL("../../../docs/examples/island.json", import.meta.url), "utf-8");
const VALUES: unknown[] = [null, true, -1, 0, 1, 9, 1e9, 1.5, "", "red", "lighthouse", "\u0000", [], {}, [1, 2], [null], [[]], [{}], { a: 1 }, ["lighthouse", "mill"]];

/** Every spot of a value. */
function spots(value: unknown): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key): Spot[] => [[holder, key], ...spots(holder[key])]);
}

/** Numbers that are the same each time (mulberry32). */
function numbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let n = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 4294967296;
  };
}

function damaged(seed: number): string {
  const random = numbers(seed);
  const one = <T,>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const file = JSON.parse(BOARD) as Record<string, unknown>;
  for (let n = 0; n <= seed % 3; n++) {
    // Half of them in the top of the file, where a change is about more.
    const [holder, key] = random() < 0.5 ? ([file, one(Object.keys(file))] as Spot) : one(spots(file));
    const alike = VALUES.filter((value) => typeof value === typeof holder[key]);
    if (random() < 0.25) delete holder[key];
    else holder[key] = structuredClone(one(random() < 0.6 ? alike : VALUES));
  }
  return JSON.stringify(file);
}

/** All that the desk asks of a file before anybody has touched it. */
function looked(file: files.BoardFile): void {
  layoutOf(drawn(file));
  read(files.written(file));
  files.coloursOf(file);
  outlinesOf(file);
  for (const language of ["en", "it"] as const) [...file.places, ...(file.regions ?? [])].forEach((one) => files.nameOf(one, language));
  for (const path of ["hand", "tickets.opening.0", "bonuses.longest_path", "bonuses.districts", "harbours.points"]) get(file, path);
  set(file, "tickets.opening.0", 2);
  (file.tickets ?? []).forEach((ticket) => files.worth(file, ticket.stops));
  suggest.colourRoutes(file);
  suggest.suggestTickets(file, 3);
  [suggest.piecesWanted, suggest.ticketsWanted, suggest.peopleDealt, suggest.pairsLeft].forEach((act) => act(file));
}

it("damaged files are refused or drawn", () => {
  let kept = 0;
  const broken: string[] = [];
  for (let seed = 0; seed < 400; seed++) {
    const text = damaged(seed);
    const file = read(text);
    if (!file) continue;
    kept++;
    try {
      looked(file);
    } catch (error) {
      broken.push(`${seed}: ${String(error)}`);
    }
  }
  expect(kept).toBeGreaterThan(40);
  expect(broken.slice(0, 20)).toEqual([]);
});

it("every map there is can be drawn", () => {
  const folders = ["../../../docs/examples/", "../../../src/capotreno/board/data/"].map((folder) => new URL(folder, import.meta.url));
  const found = folders.flatMap((folder) => readdirSync(folder).filter((one) => one.endsWith(".json")).map((one) => new URL(one, folder)));
  expect(found.length).toBeGreaterThan(10);
  for (const file of found) expect(read(readFileSync(file, "utf-8")), String(file)).not.toBeNull();
});
