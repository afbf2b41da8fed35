/** What a file's section `game` chooses: read and written by the path of a field. */
import { type BoardFile, plain } from "./file";

type RuleSection = Record<string, unknown>;

/** What holds where the file says nothing: the numbers of board/mechanics.py. */
export const CLASSIC: RuleSection = {
  hand: 4, row: 5, flush: 3, face_up_wild: "whole_draw", wilds: "everywhere", cards_for_wild: 0, twins_from: 4,
  tickets: { opening: [3, 2], later: [3, 1], refused: "under", mix: false },
  ending: { pieces: 2, turns: 1 },
};

/** What a mechanic begins with when it is switched on. */
export const BEGIN: RuleSection = {
  stations: { each: 3, unbuilt: 4 },
  harbours: { each: 3, points: [0, 20, 30, 40], unbuilt: 4 },
  exchange: { cost: 1, most: 200 },
  race: { hand: 2, goal: 6, rounds: 20 },
};

/** Numbers of one section: their least and most, as board/mechanics.py has them. */
export const LIMITS: Record<string, [number, number]> = {
  hand: [0, 20], row: [0, 10], flush: [0, 10], blind_draw: [1, 9], cards_for_wild: [0, 9], twins_from: [1, 9],
  "tickets.opening.0": [1, 9], "tickets.opening.1": [1, 9], "tickets.later.0": [1, 9], "tickets.later.1": [1, 9],
  "bonuses.longest_path": [0, 999], "bonuses.globetrotter": [0, 999], "bonuses.landmarks": [0, 999],
  "passengers.most": [0, 999], "passengers.second": [0, 999], "journeys.each": [1, 9],
  "stations.each": [1, 3], "stations.unbuilt": [0, 999], "harbours.each": [1, 3], "harbours.unbuilt": [0, 999],
  "exchange.cost": [0, 999], "exchange.most": [1, 999], "race.hand": [1, 9], "race.goal": [1, 99], "race.rounds": [1, 99],
  "ending.pieces": [0, 99], "ending.turns": [1, 5],
};

export const CHOICES: Record<string, string[]> = {
  face_up_wild: ["whole_draw", "one_card"],
  wilds: ["everywhere", "ferries_and_tunnels"],
  "tickets.refused": ["under", "shuffle_opening", "leave_opening", "leave"],
};

export const MEASURES = ["tickets", "stations", "longest_path", "passengers", "merchandise"];

const at = (section: unknown, path: string[]): unknown => path.reduce<unknown>((found, key) => (typeof found === "object" && found !== null ? (found as RuleSection)[key] : undefined), section);

/** What a field says, or what holds where it is left out. */
export function get(file: BoardFile, path: string): unknown {
  return at(file.game, path.split(".")) ?? at(standing(file), path.split("."));
}

/** What holds on a board without a word of its file. */
function standing(file: BoardFile): RuleSection {
  const given = file.game?.bonuses;
  const some = given !== undefined || file.game?.race !== undefined;
  const landmarks = file.places.some((place) => place.landmark) ? 1 : 0;
  return {
    ...CLASSIC,
    bonuses: some ? { longest_path: 0, globetrotter: 0, landmarks: 0 } : { longest_path: 10, globetrotter: 0, landmarks },
    passengers: { most: 20, second: 10 },
    journeys: { each: 3 },
  };
}

/** The file with a field set; nothing given: it is left out again. */
export function set(file: BoardFile, path: string, value: unknown): BoardFile {
  let base = file;
  // Where some bonus is named, those that are not give none: the usual ones are written down first.
  if (path.startsWith("bonuses.") && file.game?.bonuses === undefined && value !== undefined)
    base = { ...file, game: { ...file.game, bonuses: plain({ longest_path: (get(file, "bonuses.longest_path") as number) || undefined, landmarks: (get(file, "bonuses.landmarks") as number) || undefined }) } };
  const game = put(base.game ?? {}, path.split("."), value, standing(base)) as RuleSection;
  return plain({ ...base, game: Object.keys(game).length ? game : undefined }) as BoardFile;
}

function put(section: unknown, [key, ...rest]: string[], value: unknown, usual: unknown): unknown {
  if (key === undefined) return value;
  const otherwise = at(usual, [key]);
  if (Array.isArray(section) || (section === undefined && Array.isArray(usual))) {
    const list = [...((section as unknown[] | undefined) ?? (usual as unknown[]))];
    list[Number(key)] = value;
    return list;
  }
  const own = { ...(section as RuleSection | undefined) };
  const next = put(own[key], rest, value, otherwise);
  return plain({ ...own, [key]: next }) as RuleSection;
}

/** Numbers that stand in one line, with commas or spaces between. */
export const numbers = (text: string): number[] => text.split(/[\s,;]+/).filter(Boolean).map(Number).filter((n) => Number.isInteger(n) && n >= 0);
