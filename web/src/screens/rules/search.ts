/** Looking something up in the rules: a word as people say it, a number, or a whole question. */
import type { Language } from "../../lib/words/language.svelte";
import { type PaperBlock, type ListItem, plain, type Section } from "./markdown";
import { VOCABULARY } from "./vocabulary";

export interface Found {
  /** The sections that answer best, the best first, each with only what answers. */
  sections: Section[];
  /** What the rules call the things that were asked for by another name. */
  called: string[];
}

const TITLE = 0.4; // a word of the heading, against one of the statement itself
const ALIKE = 0.8; // another name of a thing, against its own
const ENOUGH = 0.7; // of what the best statement has
const RULING = 0.8; // a ruling settles a detail: the rule itself comes first
const MOST = 5; // sections that answer a question

const folded = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** The words of a text: numbers of statements are one word each. */
const tokens = (text: string): string[] => folded(text).match(/\p{L}+-\d+|[\p{L}\p{N}]+/gu) ?? [];

/** What is left of a word without its ending: "pescare", "peschi" and "pesca" are one. */
export function stem(word: string, language: Language): string {
  const short = word.replace(VOCABULARY[language].endings, "");
  return short.length > 3 ? short.replace(/([^aeiou])\1$/, "$1").replace(/(?<=.{3})i$/, "") : short;
}

interface Term {
  word: string;
  root: string;
  alike: Set<string>; // the roots of its other names
}

function terms(wanted: string, language: Language): Term[] {
  const { empty, same } = VOCABULARY[language];
  const all = tokens(wanted).filter((word) => word.length > 1 || /\d/.test(word));
  const telling = all.filter((word) => !empty.has(word));
  return (telling.length ? telling : all).map((word) => {
    const root = stem(word, language);
    const groups = same.map((line) => line.split(" ").map((name) => stem(name, language))).filter((group) => group.includes(root));
    return { word, root, alike: new Set(groups.flat().filter((name) => name !== root)) };
  });
}

/** How well the words of a text say what is looked for: 1 its own name, less another one, 0 not at all. */
function says(roots: ReadonlySet<string>, whole: readonly string[], term: Term): number {
  if (roots.has(term.root)) return 1;
  if (term.word.length > 2 && whole.some((word) => word.startsWith(term.word))) return 1; // it is still being written
  return [...term.alike].some((root) => roots.has(root)) ? ALIKE : 0;
}

/** A text as it is compared. */
class Text {
  readonly words: string[];
  readonly roots: Set<string>;

  constructor(text: string, language: Language) {
    this.words = tokens(text);
    this.roots = new Set(this.words.map((word) => stem(word, language)));
  }

  says = (term: Term): number => says(this.roots, this.words, term);
}

interface Passage {
  section: number;
  block: number;
  item: ListItem | null;
  text: Text;
}

function pieces(all: readonly Section[], language: Language): Passage[] {
  return all.flatMap(({ blocks }, section) =>
    blocks.flatMap((one, block): Passage[] => {
      if (one.kind !== "list") return [{ section, block, item: null, text: new Text(plain(one.spans), language) }];
      return one.items.map((item) => ({ section, block, item, text: new Text(`${item.number} ${plain(item.spans)}`, language) }));
    }),
  );
}

/** Which words of a text answer: they are marked. */
export function marks(wanted: string, language: Language): (word: string) => boolean {
  const asked = terms(wanted, language);
  return (word) => asked.some((term) => new Text(word, language).says(term) > 0);
}

/** The sections with only what answers, the best first; all of them, in their order, where nothing is looked for. */
export function search(all: readonly Section[], wanted: string, language: Language): Found {
  const asked = terms(wanted, language);
  if (!asked.length) return { sections: wanted.trim() ? [] : [...all], called: [] };
  const every = pieces(all, language);
  const titles = all.map((section) => new Text(section.title, language));
  // A word that few statements have tells more than one that stands everywhere.
  const weights = asked.map((term) => {
    const having = every.filter(({ text }) => text.says(term)).length;
    return having ? Math.log(1 + every.length / having) : 0;
  });
  const score = ({ text, section, item }: Passage): number => {
    const own = asked.map(text.says);
    if (!own.some(Boolean)) return 0;
    const found = asked.reduce((total, term, n) => total + weights[n]! * Math.max(own[n]!, TITLE * titles[section]!.says(term)), 0);
    return item?.number.startsWith("R-") ? RULING * found : found;
  };
  const scores = new Map(every.map((piece) => [piece, score(piece)]));
  const best = Math.max(0, ...scores.values());
  // A heading that is the very thing: its whole section is about it.
  const whole = (section: number): boolean => asked.length === 1 && titles[section]!.says(asked[0]!) > 0;
  const kept = every.filter((piece) => best > 0 && (scores.get(piece)! >= ENOUGH * best || whole(piece.section)));
  const order = [...new Set(kept.map((piece) => piece.section))].sort((a, b) => Number(numbered(b)) - Number(numbered(a)) || rank(b) - rank(a) || length(a) - length(b) || a - b);
  // A rule with its number answers; how to play in five minutes tells everything, and so it comes last.
  function numbered(section: number): boolean {
    return all[section]!.blocks.some((block) => block.kind === "list" && block.items.some((item) => item.number));
  }
  function length(section: number): number {
    return kept.filter((piece) => piece.section === section).reduce((words, piece) => words + piece.text.words.length, 0);
  }
  function rank(section: number): number {
    const held = kept.filter((piece) => piece.section === section).map((piece) => scores.get(piece)!);
    return Math.max(...held) + asked.reduce((total, term, n) => total + weights[n]! * titles[section]!.says(term), 0);
  }
  const shown = asked.length > 1 ? order.slice(0, MOST) : order;
  return { sections: shown.map((section) => only(all[section]!, kept.filter((piece) => piece.section === section))), called: called(asked, every, language) };
}

/** A section with only these of its pieces, in the order of the book. */
function only(section: Section, kept: readonly Passage[]): Section {
  const blocks = section.blocks.flatMap((block, at): PaperBlock[] => {
    const held = kept.filter((piece) => piece.block === at);
    if (!held.length) return [];
    return [block.kind === "list" ? { ...block, items: held.flatMap(({ item }) => item ?? []) } : block];
  });
  return { ...section, blocks };
}

/** The names that the rules use for what was asked for by a name they never use. */
function called(asked: readonly Term[], every: readonly Passage[], language: Language): string[] {
  const strange = asked.filter((term) => !every.some(({ text }) => text.says(term) === 1));
  const names = new Map<string, string>();
  for (const { alike } of strange)
    for (const { text } of every) for (const word of text.words) if (alike.has(stem(word, language))) names.set(stem(word, language), names.get(stem(word, language)) ?? word);
  return [...names.values()];
}
