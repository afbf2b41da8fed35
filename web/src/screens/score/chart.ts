/** Scores over time as lines in a box. */

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** A round step that cuts a span into about four. */
export function step(span: number): number {
  if (span <= 0) return 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 5, 10].find((n) => n * power >= rough) ?? 10;
  return Math.max(1, found * power);
}

/** Round bounds around all values, zero among them. */
export function scale(values: readonly number[]): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values, least + 1);
  const by = step(most - least);
  const low = Math.floor(least / by) * by;
  const high = Math.ceil(most / by) * by;
  const ticks = Array.from({ length: Math.round((high - low) / by) + 1 }, (_, n) => low + n * by);
  return { low, high, ticks };
}

export interface ChartBox {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const across = (box: ChartBox, at: number, last: number): number =>
  box.left + (last ? at / last : 0) * (box.width - box.left - box.right);

export const down = (box: ChartBox, { low, high }: Scale, value: number): number =>
  box.top + ((high - value) / (high - low || 1)) * (box.height - box.top - box.bottom);

/** One seat's line: it stays level until a move changes it. */
export function line(box: ChartBox, by: Scale, values: readonly number[]): string {
  const last = values.length - 1;
  const round = (n: number): number => Math.round(n * 10) / 10;
  return values
    .map((value, at) => {
      const x = round(across(box, at, last));
      const y = round(down(box, by, value));
      if (!at) return `M${x} ${y}`;
      if (value === values[at - 1] && at < last) return "";
      return value === values[at - 1] ? `H${x}` : `H${x}V${y}`;
    })
    .join("");
}

/** Labels at the right edge, moved apart so that each can be read; as many as given, in their order. */
export function apart(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, n) => n).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let edge = low - gap;
  for (const n of order) edge = placed[n] = Math.max(wanted[n]!, edge + gap);
  let floor = high + gap;
  for (const n of [...order].reverse()) floor = placed[n] = Math.min(placed[n]!, floor - gap);
  return placed;
}

/** How often the lead went from one seat to another. */
export function leadChanges(rows: readonly (readonly number[])[]): number {
  let leader = -1;
  let changes = 0;
  for (const row of rows) {
    const best = Math.max(...row);
    const first = row.filter((value) => value === best).length === 1 ? row.indexOf(best) : -1;
    if (first < 0 || first === leader) continue;
    if (leader >= 0) changes += 1;
    leader = first;
  }
  return changes;
}
