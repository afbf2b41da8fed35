/** Where something small lies on the map's edge and covers the least of it: names, places and routes. */
import type { Dot } from "../../board/layout/curve";

/** The best first, where they are equal: classes of who lies there. */
const SPOTS = ["", "left", "right", "low", "low left", "low right", "half left", "half right", "upper left", "upper right", "lower left", "lower right"] as const;
export type Edge = (typeof SPOTS)[number];

/** How far down each lies; where none is named, at the top. */
const DOWN: [string, number][] = [["upper", 0.25], ["half", 0.5], ["lower", 0.75], ["low", 1]];

type Area = Dot & Pick<DOMRect, "width" | "height">;

/** Of an area, the edge's place at which a thing of this size covers the fewest points; names count by their corners. */
export function clearestOf(area: Area, size: Pick<Area, "width" | "height">, points: readonly Dot[]): Edge {
  const covered = (spot: Edge): number => {
    const left = spot.includes("left") ? area.x : spot.includes("right") ? area.x + area.width - size.width : area.x + (area.width - size.width) / 2;
    const down = DOWN.find(([word]) => spot.startsWith(word))?.[1] ?? 0;
    const top = area.y + down * (area.height - size.height);
    return points.filter(({ x, y }) => x >= left && x <= left + size.width && y >= top && y <= top + size.height).length;
  };
  const small = size.width < BROAD * area.width; // something broad would lie across the middle
  return SPOTS.filter((spot) => small || !/half|upper|lower/.test(spot)).reduce((best: Edge, spot) => (covered(spot) < covered(best) ? spot : best), SPOTS[0]);
}

const BROAD = 0.65; // of the area's width
const HEAVY = 20; // a button counts as so many pieces of a route
const PARTS = 8; // of a name, from point to point: something small must not slip between two of them
const EDGES = 2; // of a button
const STEP = 0.1; // of a route, from point to point

const times = (n: number, dots: readonly Dot[]): Dot[] => Array.from({ length: n }, () => dots).flat();

/** A box as points: so many parts along it, and its top, middle and bottom. */
export function spread({ x, y, width, height }: Area, parts: number): Dot[] {
  return Array.from({ length: parts + 1 }, (_, n) => x + (width * n) / parts).flatMap((across) => [y, y + height / 2, y + height].map((down) => ({ x: across, y: down })));
}

/** What is printed or written on the map, or what of it is meant, as points of the window. */
function printed(map: Element, meant: (route: Element | null, place: Element | null) => boolean = () => true): Dot[] {
  const found: Dot[] = [];
  for (const one of map.querySelectorAll('[data-testid="place-name"], [data-place]')) {
    if (!meant(null, one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width) found.push(...spread(box, PARTS));
  }
  for (const route of map.querySelectorAll("[data-route]")) {
    if (!meant(route, null)) continue;
    const line = route.querySelector<SVGPathElement>(".way, .bed"); // the first of them: each route counts once
    const matrix = line?.getScreenCTM();
    if (!line || !matrix) continue;
    const long = line.getTotalLength();
    for (let part = 0; part <= 1; part += STEP) {
      const { x, y } = line.getPointAtLength(long * part).matrixTransform(matrix);
      found.push({ x, y });
    }
  }
  return found;
}

/** Whether a short word below would lie on what it is about, and above would not so much. */
export function better(low: Area, high: Area, points: readonly Dot[]): "low" | "high" {
  const on = ({ x, y, width, height }: Area): number => points.filter((one) => one.x >= x && one.x <= x + width && one.y >= y && one.y <= y + height).length;
  return on(high) < on(low) ? "high" : "low";
}

/** Above or below on the map: where a word covers less of some routes and places. */
export function away(thing: HTMLElement, routes: readonly string[], places: readonly string[]): "low" | "high" {
  const map = thing.closest(".map");
  const area = map?.getBoundingClientRect();
  if (!map || !area) return "low"; // it lies beside the map
  const { x, width, height } = thing.getBoundingClientRect();
  const about = (route: Element | null, place: Element | null): boolean =>
    route ? routes.includes(route.getAttribute("data-route") ?? "") : places.includes((place?.getAttribute("data-place") ?? place?.getAttribute("data-name")) ?? "");
  const points = [...printed(map, about), ...buttons(map, ".over > *")]; // nor on what lies over the map already
  const room = 12;
  return better({ x, width, height, y: area.bottom - room - height }, { x, width, height, y: area.y + room }, points);
}

/** The buttons on the map: nothing may lie on them. */
const buttons = (map: Element, which = ".tools button"): Dot[] => [...map.querySelectorAll(which)].flatMap((one) => times(HEAVY, spread(one.getBoundingClientRect(), EDGES)));

/** The clearest place for something that lies over the map of the table. */
export function clearest(thing: HTMLElement): Edge {
  const map = thing.closest(".map");
  const area = thing.parentElement?.getBoundingClientRect();
  return map && area ? clearestOf(area, thing.getBoundingClientRect(), [...printed(map), ...buttons(map)]) : "";
}
