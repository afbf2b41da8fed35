/** Land and water drawn by hand: shapes by role, in the format of drawings, 1000 units wide. */
import type { Dot } from "../../board/layout/curve";
import type { Drawing } from "../../board/types";
import { aspectOf, type BoardFile } from "./file";

export const WIDTH = 1000;
const BLEED = 6;
export const THEME: Record<string, string> = {
  sea: "#bcd7e3", neighbour: "#e4dfd0", land: "#f3ecd9", lake: "#bcd7e3", forest: "#d3deb9", river: "#93bdd0",
};
/** In which order they are painted. */
const ORDER = ["sea", "neighbour", "land", "lake", "forest", "river"];
/** What is only a line. */
export const LINES = new Set(["river"]);
const COARSE = 2.2; // units a corner may lie off the line that is kept

const short = (n: number): string => String(Math.round(n * 10) / 10);

/** Corners as path data. */
export function path(dots: readonly Dot[], close: boolean): string {
  return `M${dots.map((dot) => `${short(dot.x)} ${short(dot.y)}`).join("L")}${close ? "z" : ""}`;
}

/** A line without the corners that nobody sees (Douglas–Peucker). */
export function simple(dots: readonly Dot[], coarse = COARSE): Dot[] {
  if (dots.length < 3) return [...dots];
  const [first, last] = [dots[0]!, dots.at(-1)!];
  const length = Math.hypot(last.x - first.x, last.y - first.y) || 1e-9;
  let [most, at] = [0, 0];
  for (let n = 1; n < dots.length - 1; n++) {
    const dot = dots[n]!;
    const closed = length < 1e-6;
    const off = closed ? Math.hypot(dot.x - first.x, dot.y - first.y) : Math.abs((last.x - first.x) * (first.y - dot.y) - (first.x - dot.x) * (last.y - first.y)) / length;
    if (off > most) [most, at] = [off, n];
  }
  if (most <= coarse) return [first, last];
  return [...simple(dots.slice(0, at + 1), coarse).slice(0, -1), ...simple(dots.slice(at), coarse)];
}

/** An empty picture: all of it is sea. */
export function sea(file: BoardFile): Drawing {
  const height = WIDTH / aspectOf(file);
  const frame = [{ x: -BLEED, y: -BLEED }, { x: WIDTH + BLEED, y: -BLEED }, { x: WIDTH + BLEED, y: height + BLEED }, { x: -BLEED, y: height + BLEED }];
  return { format: "capotreno-drawing/1", board: file.id, size: [WIDTH, Math.round(height * 10) / 10], theme: { sea: THEME.sea! }, layers: [{ role: "sea", paths: [path(frame, true)] }], labels: [] };
}

/** One more shape. The first land lies in a sea, the first water on a land that fills the picture. */
export function addShape(file: BoardFile, role: string, dots: readonly Dot[]): BoardFile {
  const height = WIDTH / aspectOf(file);
  const inside = dots.map((dot) => ({ x: Math.min(WIDTH + BLEED, Math.max(-BLEED, dot.x)), y: Math.min(height + BLEED, Math.max(-BLEED, dot.y)) }));
  const corners = simple(inside);
  if (corners.length < (LINES.has(role) ? 2 : 3)) return file;
  const drawing = file.drawing ?? (role === "land" ? sea(file) : ground(file));
  return { ...file, drawing: withShape(drawing, role, path(corners, !LINES.has(role))) };
}

/** A picture that is all land. */
function ground(file: BoardFile): Drawing {
  const all = sea(file);
  return { ...all, theme: { land: THEME.land! }, layers: [{ role: "land", paths: all.layers[0]!.paths }] };
}

function withShape(drawing: Drawing, role: string, shape: string): Drawing {
  const at = drawing.layers.findIndex((layer) => layer.role === role);
  let layers = [...drawing.layers];
  // A sea drawn on land lies over it.
  if (role === "sea" && at >= 0 && drawing.layers.some((layer) => layer.role === "land")) return withShape(drawing, "lake", shape);
  if (role === "sea" && at < 0) return withShape(drawing, "lake", shape);
  if (at >= 0) layers[at] = { role, paths: [...layers[at]!.paths, shape] };
  else layers = [...layers, { role, paths: [shape] }].sort((one, two) => rank(one.role) - rank(two.role));
  return { ...drawing, layers, theme: { ...drawing.theme, [role]: drawing.theme?.[role] ?? THEME[role]! } };
}

const rank = (role: string): number => (ORDER.includes(role) ? ORDER.indexOf(role) : ORDER.length);

/** Without one shape; the picture goes with its last one. */
export function removeShape(file: BoardFile, layer: number, at: number): BoardFile {
  if (!file.drawing) return file;
  const layers = file.drawing.layers
    .map((one, n) => (n === layer ? { ...one, paths: one.paths.filter((_, p) => p !== at) } : one))
    .filter((one) => one.paths.length);
  if (!layers.length) return withoutDrawing(file);
  return { ...file, drawing: { ...file.drawing, layers } };
}

export function withoutDrawing(file: BoardFile): BoardFile {
  const { drawing: _, ...rest } = file;
  return rest as BoardFile;
}

/** The drawing bears the board's id and its shape. */
export function fitted(file: BoardFile): BoardFile {
  if (!file.drawing) return file;
  const height = Math.round((WIDTH / aspectOf(file)) * 10) / 10;
  if (file.drawing.board === file.id && file.drawing.size[1] === height) return file;
  return { ...file, drawing: { ...file.drawing, board: file.id, size: [WIDTH, height] } };
}

/** Where places may lie: the outlines of the land; none: everywhere. */
export function outlinesOf(file: BoardFile): string[] {
  const paths = (file.drawing?.layers ?? []).filter((layer) => layer.role === "land").flatMap((layer) => layer.paths);
  return paths.flatMap((one) => one.match(/[Mm][^Mm]*/g) ?? []).sort((one, two) => two.length - one.length).slice(0, 150);
}
