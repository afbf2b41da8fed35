/** Counting at the end, and the lines of the chart. */
import { describe, expect, it } from "vitest";
import { apart, leadChanges, line, scale, step, type ChartBox } from "../../src/screens/score/chart";
import { counted, labels, pause, signed, steps } from "../../src/screens/score/count";
import { resultOf, type Result } from "../../src/screens/score/result";

const result: Result = {
  reason: "last_round",
  winners: [1],
  ranks: [2, 1],
  tie_break: "",
  sheets: [
    {
      seat: 0,
      total: 4,
      lines: [
        { label: "routes", points: 7, items: [["a-b", 3], ["b-c", 4]] },
        { label: "tickets_done", points: 5, items: [["x", 5]] },
        { label: "tickets_missed", points: -8, items: [["y", -3], ["z", -5]] },
        { label: "bonus", points: 0, items: [] },
      ],
    },
    {
      seat: 1,
      total: 31,
      lines: [
        { label: "routes", points: 10, items: [["c-d", 10]] },
        { label: "tickets_done", points: 6, items: [["w", 4]] }, // two points more than its things
        { label: "tickets_missed", points: 0, items: [] },
        { label: "bonus", points: 15, items: [] },
      ],
    },
  ],
};

describe("the count", () => {
  const all = steps(result);

  it("takes what everybody saw at once, then thing after thing, the winner last", () => {
    expect(all).toEqual([
      { label: "routes", seat: null, item: null, points: 0 },
      { label: "tickets_done", seat: 0, item: "x", points: 5 },
      { label: "tickets_done", seat: 1, item: "w", points: 4 },
      { label: "tickets_done", seat: 1, item: null, points: 2 },
      { label: "tickets_missed", seat: 0, item: "y", points: -3 },
      { label: "tickets_missed", seat: 0, item: "z", points: -5 },
      { label: "bonus", seat: null, item: null, points: 0 },
    ]);
  });

  it("begins with nothing and ends with the sheets", () => {
    expect(counted(result, all, 0).map((sheet) => sheet.total)).toEqual([0, 0]);
    expect(counted(result, all, all.length).map((sheet) => sheet.total)).toEqual([4, 31]);
    expect(counted(result, all, all.length)[0]!.lines.tickets_missed!.items).toHaveLength(2);
  });

  it("grows step by step, and knows what it has not come to", () => {
    const half = counted(result, all, 3);
    expect(half.map((sheet) => sheet.total)).toEqual([12, 14]);
    expect(half[1]!.lines.tickets_done).toEqual({ points: 4, items: [["w", 4]] });
    expect(half[0]!.lines.tickets_missed).toBeUndefined();
    for (let n = 1; n <= all.length; n += 1) {
      const [before, after] = [counted(result, all, n - 1), counted(result, all, n)];
      const { seat, points } = all[n - 1]!;
      if (seat !== null && n < all.length) expect(after[seat]!.total - before[seat]!.total).toBe(points);
    }
  });

  it("reads a very long line out as one number", () => {
    const items = Array.from({ length: 11 }, (_, n): [string, number] => [`t${n}`, 1]);
    const long = { ...result, sheets: result.sheets.map((sheet) => ({ ...sheet, lines: [sheet.lines[0]!, { label: "many", points: 11, items }] })) };
    expect(steps(long).filter((one) => one.label === "many")).toHaveLength(1);
    expect(labels(long)).toEqual(["routes", "many"]);
  });

  it("never takes long", () => {
    expect(pause([])).toBeLessThanOrEqual(900);
    expect(pause(Array(200).fill(all[0])) * 200).toBeLessThanOrEqual(24_000);
  });

  it("knows a result, and writes points with a true minus", () => {
    expect(resultOf(result)).toBe(result);
    expect([resultOf(null), resultOf({}), resultOf("x")]).toEqual([null, null, null]);
    expect([signed(-3), signed(3), signed(3, true), signed(0, true)]).toEqual(["−3", "3", "+3", "0"]);
  });
});

describe("the chart", () => {
  const box: ChartBox = { width: 100, height: 100, left: 10, right: 10, top: 10, bottom: 10 };

  it("has round steps and zero among them", () => {
    expect([step(0), step(3), step(18), step(40), step(410)]).toEqual([1, 1, 5, 10, 200]);
    expect(scale([3, 18])).toEqual({ low: 0, high: 20, ticks: [0, 5, 10, 15, 20] });
    expect(scale([-421, 224]).ticks).toContain(0);
    expect(scale([]).high).toBeGreaterThan(scale([]).low);
    for (const values of [[-7], [0, 0], [1000, -1], [99]]) {
      const by = scale(values);
      for (const value of values) expect(value >= by.low && value <= by.high).toBe(true);
    }
  });

  it("goes level until something changes, to the last move", () => {
    const by = scale([0, 20]);
    expect(line(box, by, [0, 0, 20, 20])).toBe("M10 90H63.3V10H90");
    expect(line(box, by, [20])).toBe("M10 10");
  });

  it("keeps its names apart and inside", () => {
    const placed = apart([50, 50, 52], 10, 0, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    expect(sorted[1]! - sorted[0]!).toBeGreaterThanOrEqual(10);
    expect(sorted[2]! - sorted[1]!).toBeGreaterThanOrEqual(10);
    expect(Math.max(...apart([100, 100, 100], 10, 0, 100))).toBeLessThanOrEqual(100);
    expect(apart([20, 80], 10, 0, 100)).toEqual([20, 80]);
  });

  it("counts changes of the lead, not ties", () => {
    expect(leadChanges([[0, 0], [1, 0], [1, 1], [1, 2], [3, 2], [3, 2]])).toBe(2);
    expect(leadChanges([])).toBe(0);
  });
});
