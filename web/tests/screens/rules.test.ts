/** The Markdown of the rules, on small texts and on the real ones. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, plain, type Section, sections, slug, spans, statements } from "../../src/screens/rules/markdown";
import { marks, search, stem } from "../../src/screens/rules/search";

const FOLDER = "../src/capotreno/rulebook/";
const TEXT = `# Title

## The end

A paragraph
on two lines with **bold**, *soft* and \`code\`.

1. **One.** First.
2. Second.

- **NY-60** When it ends (R-09).
- **NY-61** Then it is over: <b>not bold</b> & "quoted".

## Rulings

- **R-09** The end.
- **R-100** After the end (R-101).
`;

describe("the text", () => {
  const blocks = parse(TEXT);

  it("is cut into headings, paragraphs and lists", () => {
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "heading", "paragraph", "list", "list", "heading", "list"]);
    expect(blocks[2]).toMatchObject({ spans: [{ text: "A paragraph on two lines with " }, { kind: "strong", text: "bold" }, {}, { kind: "em" }, {}, { kind: "code" }, {}] });
    expect(blocks[3]).toMatchObject({ ordered: true, items: [{ number: "" }, { number: "" }] });
  });

  it("gives every statement its number and leaves what looks like HTML as it is", () => {
    expect([...statements(blocks)]).toEqual(["NY-60", "NY-61", "R-09", "R-100"]);
    const list = blocks[4]!;
    expect(list.kind === "list" && plain(list.items[1]!.spans)).toBe('Then it is over: <b>not bold</b> & "quoted".');
  });

  it("finds the statements that are cited, and no other capitals", () => {
    expect(spans("see NY-41 and (R-07, R-100)").filter((span) => span.kind === "cite").map((span) => span.text)).toEqual(["NY-41", "R-07", "R-100"]);
    expect(spans("NY-4 XNY-412 A-1").every((span) => span.kind === "text")).toBe(true);
    expect(spans("2 * 3 * 4").every((span) => span.kind === "text")).toBe(true);
    expect(spans("")).toEqual([]);
  });

  it("has anchors in any language", () => {
    expect(slug("Lo scopo: è così!")).toBe("lo-scopo-e-cosi");
    expect(slug("How to play in five minutes")).toBe("how-to-play-in-five-minutes");
  });

  it("has an anchor for every heading, also where two have the same name", () => {
    const ids = parse("## Tickets\n\n# Dice\n\n## Tickets\n\n## Tickets").flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(ids).toEqual(["tickets", "dice", "tickets-2", "tickets-3"]);
  });

  it("is found by words, whatever the case and the accents", () => {
    const all = sections(blocks);
    const found = (wanted: string): Section[] => search(all, wanted, "en").sections;
    expect(found("").length).toBe(all.length);
    expect(found("ny-61").flatMap((one) => one.blocks)).toHaveLength(1);
    expect(found("nowhere")).toEqual([]);
    expect(found("?!")).toEqual([]);
    expect(found("bol").map((one) => one.title)).toEqual(["The end"]); // while it is being written
    const steps = search(sections(parse("# A\n\n1. one\n2. twò\n3. two more")), "TWO more", "it").sections[0]!.blocks[0]!;
    expect(steps.kind === "list" && steps.items.map((item) => item.at)).toEqual([3]);
    expect(found("end").map((one) => one.title)).toEqual(["The end", "Rulings"]);
  });
});

/** The numbers of the statements that answer, the best section first. */
const answers = (game: string, language: "it" | "en", wanted: string): string[] =>
  search(sections(parse(readFileSync(`${FOLDER}${game}.${language}.md`, "utf-8"))).slice(1), wanted, language).sections.flatMap((section) =>
    section.blocks.flatMap((block) => (block.kind === "list" ? block.items.map((item) => item.number || section.id) : [section.id])),
  );

describe("looking up a rule", () => {
  it.each([
    ["new_york", "it", "locomotiva", "NY-31"],
    ["new_york", "it", "jolly", "NY-31"],
    ["new_york", "it", "taxi", "NY-31"], // the wild ...
    ["new_york", "it", "taxi", "NY-03"], // ... and the piece
    ["new_york", "it", "joker", "NY-26"],
    ["new_york", "it", "vagone", "NY-03"],
    ["new_york", "it", "carta blu", "NY-43"],
    ["new_york", "it", "tunnel", undefined],
    ["europe", "it", "tunnel", "EU-46"],
    ["germany", "it", "omini", "G-58"],
    ["world", "it", "barche", "W-05"],
    ["germany", "en", "joker", "G-38"],
    ["germany", "en", "meeples", "G-58"],
    ["germany", "en", "gray", "G-46"],
    ["world", "en", "harbor", "W-55"],
    ["europe", "en", "tie", "EU-43"],
    ["europe", "it", "pareggio", "EU-43"],
    ["usa", "en", "tie", "US-43"],
  ] as const)("%s (%s): “%s” leads to %s", (game, language, wanted, number) => {
    if (number) expect(answers(game, language, wanted)).toContain(number);
    else expect(answers(game, language, wanted)).toEqual([]);
  });

  it.each([
    ["new_york", "it", "Quante carte posso pescare?", "NY-28"],
    ["new_york", "it", "quante carte posso avere in mano?", "NY-27"],
    ["new_york", "it", "cosa succede se finisce il mazzo?", "NY-35"],
    ["new_york", "it", "quando finisce la partita?", "NY-60"],
    ["germany", "it", "come funzionano i passeggeri?", "G-58"],
    ["europe", "it", "come funziona la galleria?", "EU-46"],
    ["germany", "en", "How many cards may I draw?", "G-29"],
    ["germany", "en", "what happens when the deck runs out?", "G-34"],
    ["germany", "en", "can I take both double routes?", "G-55"],
  ] as const)("%s (%s): “%s” is answered by %s in the first section, among few", (game, language, wanted, number) => {
    const found = search(sections(parse(readFileSync(`${FOLDER}${game}.${language}.md`, "utf-8"))).slice(1), wanted, language).sections;
    expect(found.length).toBeLessThanOrEqual(12);
    expect(found[0]!.blocks.some((block) => block.kind === "list" && block.items.some((item) => item.number === number))).toBe(true);
  });

  it.each(["it", "en"] as const)("numbered rules come first, the five minutes last (%s)", (language) => {
    const all = sections(parse(readFileSync(`${FOLDER}new_york.${language}.md`, "utf-8"))).slice(1);
    const found = search(all, language === "it" ? "jolly" : "wild", language).sections.map((one) => one.id);
    expect(found.length).toBeGreaterThan(1);
    expect(found.at(-1)).toBe(all[0]!.id);
  });

  it("marks the words that were looked for, in any form and by any name", () => {
    const marked = marks("pescare jolly", "it");
    expect(["Peschi", "jolly", "pesca", "taxi", "linea", "la"].map(marked)).toEqual([true, true, true, true, false, false]);
  });

  it("says what the rules call a thing that they call otherwise", () => {
    const called = (game: string, wanted: string): string[] => search(sections(parse(readFileSync(`${FOLDER}${game}.it.md`, "utf-8"))), wanted, "it").called;
    expect(called("germany", "omini")).toEqual(["passeggeri"]);
    expect(called("germany", "passeggero")).toEqual([]);
  });

  it("knows a word by its stem", () => {
    expect(new Set(["pescare", "peschi", "pesca", "pescano", "pescato"].map((word) => stem(word, "it"))).size).toBe(1);
    expect(new Set(["galleria", "gallerie"].map((word) => stem(word, "it"))).size).toBe(1);
    expect(new Set(["claim", "claims", "claimed", "claiming"].map((word) => stem(word, "en"))).size).toBe(1);
  });
});

describe("the rules that ship", () => {
  const papers = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

  it("are there", () => expect(papers.length).toBeGreaterThanOrEqual(6));

  it.each(papers)("%s loses nothing on its way to the page", (name) => {
    const text = readFileSync(FOLDER + name, "utf-8");
    const blocks = parse(text);
    const written = [...text.matchAll(/^- \*\*([A-Z]+-\d{2,3})\*\*/gm)].map((match) => match[1]);
    expect([...statements(blocks)]).toEqual(written);
    const shown = blocks.flatMap((block) => (block.kind === "list" ? block.items.map((item) => `${item.number} ${plain(item.spans)}`) : [plain(block.spans)])).join(" ");
    const words = (all: string): string[] => all.replace(/^(#+|\d+\.|-) /gm, "").replace(/[*`]/g, "").split(/\s+/).filter(Boolean);
    expect(words(shown)).toEqual(words(text));
    const ids = blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
