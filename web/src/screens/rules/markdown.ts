/** The little Markdown that rules are written in, as a tree: nothing is ever HTML, so nothing needs escaping. */

export interface Span {
  kind: "text" | "strong" | "em" | "code" | "cite";
  text: string;
}

export interface ListItem {
  /** A numbered statement: its number, which is its anchor too. */
  number: string;
  /** Its place in the list, from 1: a search leaves some out, and the others keep theirs. */
  at: number;
  spans: Span[];
}

export type PaperBlock =
  | { kind: "heading"; level: number; id: string; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: ListItem[] };

const STATEMENT = /^\*\*([A-Z]+-\d{2,3})\*\*\s+(.*)$/;
const INLINE = /\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|`([^`]+)`|\b([A-Z]{1,3}-\d\d|R-\d{3})\b/g;

/** Bold, italics, code and the numbers of statements in a line of text. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > last) found.push({ kind: "text", text: text.slice(last, match.index) });
    const [whole, strong, em, code, cite] = match;
    if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else found.push({ kind: "cite", text: cite ?? whole });
    last = match.index + whole.length;
  }
  if (last < text.length) found.push({ kind: "text", text: text.slice(last) });
  return found;
}

export const plain = (found: readonly Span[]): string => found.map((span) => span.text).join("");

/** A word for an anchor: letters and digits of any language, joined by hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** A text as blocks. Lines that belong together are joined; an empty line ends a paragraph. */
export function parse(text: string): PaperBlock[] {
  const blocks: PaperBlock[] = [];
  let paragraph: string[] = [];
  const used = new Map<string, number>();
  /** Two papers on one page may have headings of the same name. */
  const anchor = (title: string): string => {
    const name = slug(title);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times > 1 ? `${name}-${times}` : name;
  };
  const close = (): void => {
    if (paragraph.length) blocks.push({ kind: "paragraph", spans: spans(paragraph.join(" ")) });
    paragraph = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    const item = /^(?:([-*])|\d+\.)\s+(.*)$/.exec(line);
    if (heading) {
      close();
      blocks.push({ kind: "heading", level: heading[1]!.length, id: anchor(heading[2]!), spans: spans(heading[2]!) });
    } else if (item) {
      close();
      listed(blocks, item[1] === undefined, item[2]!);
    } else if (line) paragraph.push(line);
    else close();
  }
  close();
  return blocks;
}

function listed(blocks: PaperBlock[], ordered: boolean, text: string): void {
  const last = blocks.at(-1);
  const statement = STATEMENT.exec(text);
  const before = last?.kind === "list" && last.ordered === ordered ? last.items : null;
  const item: ListItem = { number: statement?.[1] ?? "", at: (before?.length ?? 0) + 1, spans: spans(statement?.[2] ?? text) };
  if (before) before.push(item);
  else blocks.push({ kind: "list", ordered, items: [item] });
}

export interface Section {
  id: string;
  title: string;
  level: number;
  blocks: PaperBlock[];
}

/** A text by its headings; what stands before the first one has no title. */
export function sections(blocks: readonly PaperBlock[]): Section[] {
  const found: Section[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") found.push({ id: block.id, title: plain(block.spans), level: block.level, blocks: [] });
    else {
      if (!found.length) found.push({ id: "", title: "", level: 1, blocks: [] });
      found.at(-1)!.blocks.push(block);
    }
  }
  return found;
}

/** The numbers of all statements of a text: what can be linked to. */
export const statements = (blocks: readonly PaperBlock[]): Set<string> =>
  new Set(blocks.flatMap((block) => (block.kind === "list" ? block.items.map((item) => item.number).filter(Boolean) : [])));
