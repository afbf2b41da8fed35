/** Whether a drawing is a night scene, on which dark names could not be read. */
import type { Drawing } from "../types";

const GROUND = ["land", "night", "neighbour", "sea", "block", "water"];

/** How bright a colour such as #bcd7e3 is, 0 to 1. */
export function brightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.3 * (red ?? 1) + 0.59 * (green ?? 1) + 0.11 * (blue ?? 1);
}

export function dusk(drawing: Drawing | null | undefined): boolean {
  const ground = GROUND.flatMap((role) => drawing?.theme?.[role] ?? []);
  return ground.length > 0 && ground.reduce((sum, colour) => sum + brightness(colour), 0) / ground.length < 0.4;
}
