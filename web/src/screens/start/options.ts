/** What can be chosen at a game before it begins, in words: whatever the server lists. */
import { say, tongue } from "../../lib/words/language.svelte";
import { capital } from "../sorry";

export type Options = Record<string, readonly unknown[]>;

/** Options that only mean something once another is chosen. */
const ONLY_WITH: Record<string, string> = { tunnel_faces: "dice" };

/** A yes or no, shown as a switch. */
export const isSwitch = (values: readonly unknown[]): boolean => values.length === 2 && values.every((value) => typeof value === "boolean");

/** The options that matter, given what is chosen so far. */
export function matter(declared: Options, chosen: Record<string, unknown>): [string, readonly unknown[]][] {
  return Object.entries(declared).filter(([option]) => !(option in ONLY_WITH) || chosen[ONLY_WITH[option]!] === true);
}

/** What is said to the server: the usual is left unsaid. */
export function told(declared: Options, chosen: Record<string, unknown>): Record<string, unknown> {
  const said = matter(declared, chosen).filter(([option, values]) => option in chosen && chosen[option] !== values[0]);
  return Object.fromEntries(said.map(([option]) => [option, chosen[option]]));
}

const word = (keys: string[], otherwise: string): string => {
  const key = keys.find((one) => tongue.knows(one));
  return key ? say(key) : otherwise;
};

export const optionName = (option: string): string => word([`new.option.${option}`, `option.${option}`], capital(option.replaceAll("_", " ")));

export const valueName = (option: string, value: unknown): string =>
  capital(word([`new.option.${option}.${String(value)}`, `option.${option}.${String(value)}`], String(value)));
