import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { messages } from "../../src/words/en";
import en from "../../src/words/table.en.json";
import it_ from "../../src/words/table.it.json";

const holes = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map((found) => found[1]!))].sort();
const [english, italian] = [en as Record<string, string>, it_ as Record<string, string>];

describe("the table's words", () => {
  it("are the same in both languages, with the same values", () => {
    expect(Object.keys(italian)).toEqual(Object.keys(english));
    for (const key of Object.keys(english)) expect([key, holes(italian[key]!)]).toEqual([key, holes(english[key]!)]);
  });

  it("are all there", () => {
    const folder = new URL("../../src/table/", import.meta.url);
    const code = readdirSync(folder, { recursive: true, encoding: "utf-8" }).filter((file) => /\.(ts|svelte)$/.test(file)).map((file) => readFileSync(new URL(file, folder), "utf-8")).join("\n");
    const known = new Set(Object.keys(messages));
    const said = [...code.matchAll(/\bsay\(\s*"([^"]+)"/g)].map((found) => found[1]!);
    expect(said.length).toBeGreaterThan(80);
    expect(said.filter((key) => !known.has(key))).toEqual([]);
  });
});
