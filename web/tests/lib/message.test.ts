import { expect, it } from "vitest";
import cases from "../../../tests/plurals.json";
import { fill } from "../../src/lib/words/message";

it("fills a message as the terminal does", () => {
  for (const [language, message, values, sentence] of cases as [string, string, Record<string, string | number>, string][])
    expect(fill(message, values, language)).toBe(sentence);
});
