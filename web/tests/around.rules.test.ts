/** The Markdown of the rules, on small texts and on the real ones. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { holds, parse, plain, search, sections, slug, spans, statements } from "../src/screens/rules/markdown";

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
    expect(holds("Né più né meno", "PIU ne")).toBe(true);
    expect(holds("Né più", "piu poi")).toBe(false);
    const all = sections(blocks);
    expect(search(all, "").length).toBe(all.length);
    expect(search(all, "ny-61").flatMap((one) => one.blocks)).toHaveLength(1);
    expect(search(all, "nowhere")).toEqual([]);
    const steps = search(sections(parse("# A\n\n1. one\n2. two\n3. two more")), "two")[0]!.blocks[0]!;
    expect(steps.kind === "list" && steps.items.map((item) => item.at)).toEqual([2, 3]);
    expect(search(all, "end").map((one) => one.title)).toEqual(["The end", "Rulings"]);
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
