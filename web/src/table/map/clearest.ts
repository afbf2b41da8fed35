/** Where something small lies on the map's edge and covers the least of it: names, places and routes. */
import type { Dot } from "../../board/layout/curve";

/** The best first, where they are equal: classes of who lies there. */
const SPOTS = ["", "left", "right", "low", "low left", "low right", "half left", "half right"] as const;
export type Edge = (typeof SPOTS)[number];

type Area = Dot & Pick<DOMRect, "width" | "height">;

/** Of an area, the edge's place at which a thing of this size covers the fewest points; names count by their corners. */
export function clearestOf(area: Area, size: Pick<Area, "width" | "height">, points: readonly Dot[]): Edge {
  const covered = (spot: Edge): number => {
    const left = spot.includes("left") ? area.x : spot.includes("right") ? area.x + area.width - size.width : area.x + (area.width - size.width) / 2;
    const down = spot.includes("low") ? 1 : spot.includes("half") ? 0.5 : 0;
    const top = area.y + down * (area.height - size.height);
    return points.filter(({ x, y }) => x >= left && x <= left + size.width && y >= top && y <= top + size.height).length;
  };
  const small = size.width < 0.3 * area.width; // something broad would lie across the middle
  return SPOTS.filter((spot) => small || !spot.includes("half")).reduce((best: Edge, spot) => (covered(spot) < covered(best) ? spot : best), SPOTS[0]);
}

const HEAVY = 20; // a button counts as so many names
const STEP = 0.1; // of a route, from point to point

/** What is printed or written on the map, or what of it is meant, as points of the window. */
function printed(map: Element, meant: (route: Element | null, place: Element | null) => boolean = () => true): Dot[] {
  const found: Dot[] = [];
  for (const one of map.querySelectorAll('[data-testid="place-name"], [data-place]')) {
    if (!meant(null, one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width) for (const part of [0, 0.5, 1]) found.push({ x: box.left + box.width * part, y: box.top }, { x: box.left + box.width * part, y: box.bottom });
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
  const points = printed(map, about);
  const room = 12;
  return better({ x, width, height, y: area.bottom - room - height }, { x, width, height, y: area.y + room }, points);
}

/** The buttons on the map: nothing may lie on them. */
function buttons(map: Element): Dot[] {
  return [...map.querySelectorAll(".tools button")].flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const corners = [left, (left + right) / 2, right].flatMap((x) => [top, (top + bottom) / 2, bottom].map((y) => ({ x, y })));
    return Array.from({ length: HEAVY }, () => corners).flat();
  });
}

/** The clearest place for something that lies over the map of the table. */
export function clearest(thing: HTMLElement): Edge {
  const map = thing.closest(".map");
  const area = thing.parentElement?.getBoundingClientRect();
  return map && area ? clearestOf(area, thing.getBoundingClientRect(), [...printed(map), ...buttons(map)]) : "";
}
