/** The studio's model: what a hand does to a board's file. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as files from "../../src/studio/model/file";
import * as suggest from "../../src/studio/model/suggest";
import { drawn } from "../../src/studio/model/drawn";
import { read } from "../../src/studio/model/read";
import { get, numbers, set } from "../../src/studio/model/rules";
import { addShape, path, removeShape, simple } from "../../src/studio/model/shapes";
import { clipped, drawing, kept, rings, rounded } from "../../src/studio/land/coast";
import { layoutOf } from "../../src/board/layout/layout";

const ISLAND = read(readFileSync(new URL("../../../docs/examples/island.json", import.meta.url), "utf-8"))!;

/** Three towns in a row, joined. */
function small(): files.BoardFile {
  let file = files.newBoard("small", "Small");
  for (const [x, name] of [[0.2, "A town"], [0.5, "Borgo"], [0.8, "Città Alta"]] as const) file = files.addPlace(file, x, 0.5, name);
  file = files.addRoute(file, "a_town", "borgo", "red");
  return files.addRoute(file, "borgo", "citta_alta", "");
}

describe("places", () => {
  it("have ids made from their names, and nobody else's", () => {
    const file = files.addPlace(small(), 0.4, 0.4, "Borgo!");
    expect(file.places.map((place) => place.id)).toEqual(["a_town", "borgo", "citta_alta", "borgo_2"]);
  });

  it("are renamed everywhere, and keep an id that was written by hand", () => {
    let file = files.addTicket(small(), "borgo", "citta_alta");
    file = files.addRegion(file, "North", ["borgo"]);
    const { file: found, id } = files.renamePlace(file, "borgo", "Nuovo Borgo", "it");
    expect(id).toBe("nuovo_borgo");
    expect(found.routes.map((route) => [route.a, route.b])).toEqual([["a_town", "nuovo_borgo"], ["nuovo_borgo", "citta_alta"]]);
    expect(found.tickets![0]!.stops).toEqual(["nuovo_borgo", "citta_alta"]);
    expect(found.regions![0]!.places).toEqual(["nuovo_borgo"]);
    const own = files.identify(file, "borgo", "x1");
    expect(files.renamePlace(own, "x1", "Else", "en").id).toBe("x1");
    expect(files.identify(file, "borgo", "a_town")).toBe(file);
  });

  it("take their routes, tickets and empty regions with them", () => {
    let file = files.addTicket(small(), "borgo", "citta_alta");
    file = files.addRegion(file, "North", ["borgo"]);
    file = { ...file, tickets: [...file.tickets!, { stops: ["a_town"], options: [{ stop: "borgo", points: 3 }] }, { stops: ["north", "a_town"], points: 2 }] };
    const found = files.removePlace(file, "borgo");
    expect([found.routes, found.tickets, found.regions]).toEqual([[], [], []]);
  });

  it("that move count their routes anew, but not those counted by hand", () => {
    let file = small();
    file = files.changeRoute(file, 1, { length: 9 });
    const before = file.routes[0]!.length;
    const moved = files.movePlace(file, "borgo", 0.3, 0.5);
    expect(moved.routes[0]!.length).toBeLessThan(before);
    expect(moved.routes[1]!.length).toBe(9);
  });
});

describe("routes", () => {
  it("are called as the game calls them, twins by number", () => {
    const file = files.addTwin(small(), 0, ["red", "blue"]);
    expect(files.routeIds(file.routes)).toEqual(["a_town-borgo/1", "borgo-citta_alta", "a_town-borgo/2"]);
    expect(file.routes[2]).toMatchObject({ colour: "blue", lane: 1, length: file.routes[0]!.length });
    expect(file.routes[0]!.lane).toBe(-1);
    expect(files.removeRoute(file, 2).routes[0]!.lane).toBeFalsy();
  });

  it("that run back lie on the other side", () => {
    const file = files.addRoute(small(), "borgo", "a_town", "blue");
    expect(file.routes.map((route) => route.lane ?? 0)).toEqual([-1, 0, -1]);
  });

  it("are longer when they are bent, and straight again when they nearly are", () => {
    const file = small();
    const bent = files.bendRoute(file, 0, 0.6);
    expect(bent.routes[0]!.length).toBeGreaterThan(file.routes[0]!.length);
    expect(files.bendRoute(bent, 0, 0.01).routes[0]).toEqual(file.routes[0]);
    const twins = files.bendRoute(files.addTwin(file, 0, ["blue"]), 0, 0.3);
    expect(twins.routes.filter((route) => route.bend).length).toBe(2);
  });
});

describe("suggestions", () => {
  it("colour all routes about equally, twins differently, ferries not", () => {
    const file = suggest.colourRoutes(files.addTwin(ISLAND, 0, []));
    const spaces = (colour: string): number => file.routes.filter((route) => route.colour === colour).reduce((sum, route) => sum + route.length, 0);
    const all = files.coloursOf(file).map(spaces);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(4);
    expect(file.routes.filter((route) => route.ferry).every((route) => !route.colour)).toBe(true);
    const twins = file.routes.filter((route) => files.pairOf(route.a, route.b) === files.pairOf(file.routes[0]!.a, file.routes[0]!.b)).map((route) => route.colour);
    expect(new Set(twins).size).toBe(twins.length);
  });

  it("say as many pieces as get tight", () => expect(suggest.piecesWanted(ISLAND)).toBe(7));
});

describe("tickets", () => {
  it("are worth the spaces of the shortest way", () => {
    const file = files.addTicket(small(), "a_town", "citta_alta");
    expect(file.tickets![0]!.points).toBe(file.routes[0]!.length + file.routes[1]!.length);
    expect(files.worth(ISLAND, ["lighthouse", "old_port"])).toBe(2);
    expect(files.worth(files.addPlace(small(), 0.1, 0.1, "Far"), ["a_town", "far"])).toBeNull();
  });

  it("do not run through a dead end, and reach a region anywhere", () => {
    const file = files.changePlace(small(), "borgo", { dead_end: true });
    expect(files.distanceOf(file, "a_town", "citta_alta")).toBeNull();
    expect(files.distanceOf(files.addRegion(small(), "East", ["citta_alta", "borgo"]), "a_town", "east")).toBe(small().routes[0]!.length);
  });

  it("are suggested near and far, each place about equally often, and none twice", () => {
    const file = suggest.suggestTickets({ ...ISLAND, tickets: [] } as files.BoardFile, 20);
    const pairs = file.tickets!.map((ticket) => files.pairOf(ticket.stops[0]!, ticket.stops[1]!));
    expect(new Set(pairs).size).toBe(20);
    const often = ISLAND.places.map((place) => file.tickets!.filter((ticket) => ticket.stops.includes(place.id)).length);
    expect(Math.max(...often) - Math.min(...often)).toBeLessThanOrEqual(3);
    expect(file.tickets!.every((ticket) => ticket.points === files.worth(file, ticket.stops))).toBe(true);
    expect(suggest.suggestTickets(small(), 9).tickets!.length).toBe(3);
    expect(suggest.suggestTickets(files.newBoard("x", "X"), 5).tickets).toEqual([]);
  });

  it("of a deck stand together", () => {
    const some = ["normal", "long", "normal"].map((deck) => ({ stops: ["a_town", "borgo"], points: 1, deck }));
    expect(files.sorted({ ...small(), tickets: some }).tickets!.map((ticket) => ticket.deck)).toEqual(["normal", "normal", "long"]);
  });
});

describe("the file", () => {
  it("is the same after it was written and read", () => {
    expect(read(files.written(ISLAND))).toEqual(ISLAND);
    expect(files.written(ISLAND)).toContain('\n    {"id":"lighthouse"');
  });

  it.each(["", "{", "[]", "null", "7", '{"places": 1}', '{"places": [{"id": "a"}], "routes": []}', '{"places": [], "routes": [{"a": "x", "b": "y", "length": 1}]}'])("%s is none", (text) => expect(read(text)).toBeNull());

  it("can be laid out and drawn, whatever is missing", () => {
    for (const file of [ISLAND, small(), files.newBoard("x", "X")]) {
      const layout = layoutOf(drawn(file));
      expect(layout.tracks.map((track) => track.id)).toEqual(files.routeIds(file.routes));
      expect(layout.towns.length).toBe(file.places.length);
    }
  });
});

describe("rules", () => {
  it("are the classic ones until something is chosen", () => {
    const file = files.newBoard("x", "X");
    expect([get(file, "hand"), get(file, "tickets.opening.1"), get(file, "bonuses.longest_path")]).toEqual([4, 2, 10]);
    const found = set(set(file, "tickets.opening.1", 3), "hand", 6);
    expect(found.game).toEqual({ tickets: { opening: [3, 3] }, hand: 6 });
    expect(set(found, "hand", undefined).game).toEqual({ tickets: { opening: [3, 3] } });
    expect(set(set(file, "hand", 6), "hand", undefined).game).toBeUndefined();
  });

  it("keep the usual bonuses when another is added", () => {
    const file = files.changePlace(small(), "borgo", { landmark: true });
    expect(set(file, "bonuses.globetrotter", 5).game).toEqual({ bonuses: { longest_path: 10, landmarks: 1, globetrotter: 5 } });
    expect(get(set(file, "bonuses.longest_path", 0), "bonuses.longest_path")).toBe(0);
  });

  it("read numbers in a line", () => expect(numbers("5, 10 20;x -1 1.5")).toEqual([5, 10, 20]));
});

describe("land and water", () => {
  it("drawn by hand lie in a sea, without the corners nobody sees", () => {
    const dots = Array.from({ length: 41 }, (_, n) => ({ x: 100 + n * 10, y: 100 })).concat([{ x: 500, y: 400 }]);
    expect(simple(dots).length).toBe(3);
    const file = addShape(small(), "land", dots);
    expect(file.drawing!.layers.map((layer) => layer.role)).toEqual(["sea", "land"]);
    const more = addShape(addShape(file, "river", dots), "lake", dots);
    expect(more.drawing!.layers.map((layer) => layer.role)).toEqual(["sea", "land", "lake", "river"]);
    expect(removeShape(removeShape(file, 1, 0), 0, 0).drawing).toBeUndefined();
    expect(addShape(small(), "land", dots.slice(0, 2))).toEqual(small());
    expect(addShape(small(), "lake", dots).drawing!.layers.map((layer) => layer.role)).toEqual(["land", "lake"]);
  });

  it("are cut at the picture's edge", () => {
    const ring = [{ x: -50, y: 20 }, { x: 50, y: 20 }, { x: 50, y: 60 }, { x: -50, y: 60 }];
    expect(clipped(ring, 0, 0, 100, 100).every((dot) => dot.x >= 0 && dot.x <= 50)).toBe(true);
    expect(clipped(ring, 60, 0, 100, 100)).toEqual([]);
    expect(path([{ x: 1.25, y: 2 }, { x: 3, y: 4 }], true)).toBe("M1.3 2L3 4z");
  });

  it("of a part of the world are inside the picture, lakes and the other side of the date line too", () => {
    const world = rings(JSON.parse(readFileSync(new URL("../../src/studio/land/coasts.json", import.meta.url), "utf-8")));
    for (const view of [{ lon: 12.5, lat: 42, span: 15 }, { lon: 178, lat: -18, span: 10 }, { lon: -86, lat: 44, span: 14 }]) {
      const found = drawing(small(), world, kept(view, 1.5));
      const numbers = found.layers[1]!.paths[0]!.match(/-?\d+(\.\d+)?/g)!.map(Number);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(-6);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(1006);
      expect(JSON.stringify(found).length).toBeLessThan(60_000);
    }
  });
});

it("a coast goes on over the date line", () => {
  const [ring] = rings({ rings: [[17900, 100, 150, 0, -36000, 100, 36000, 100]] });
  const xs = ring!.map((dot) => dot.x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(5);
});

it("a coast seen from near has round corners, but for those of the frame", () => {
  const square = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];
  const found = rounded(square, (dot) => dot.x > 0, 1);
  expect(found.map((dot) => [dot.x, dot.y])).toEqual([[0, 0], [75, 0], [100, 25], [100, 75], [75, 100], [0, 100]]);
  const fine = [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 3 }];
  expect(rounded(fine, () => true)).toEqual(fine);
});

it("spaces that were counted are counted again with another length of a space, others stay", () => {
  const file = files.changeRoute(small(), 1, { length: 1 });
  const found = files.recounted(file, files.UNIT, files.UNIT / 2);
  expect(found.routes[0]!.length).toBe(files.spacesDrawn(file, file.routes[0]!, files.UNIT / 2));
  expect(found.routes[0]!.length).toBeGreaterThan(file.routes[0]!.length);
  expect(found.routes[1]!.length).toBe(1);
  expect(files.recounted(file, files.UNIT, files.UNIT)).toBe(file);
});

it("a map's file is called as the map is, where its name has letters of ours", () => {
  expect(files.fileName("Città Alta", "map_1")).toBe("citta_alta");
  expect(files.fileName("地図", "map_1")).toBe("map_1");
});

it("a small map has few pairs for tickets, and they are enough for some", () => {
  const file = files.addPlace(small(), 0.5, 0.9, "Alone");
  expect(suggest.pairsLeft(file)).toBe(3);
  const full = suggest.suggestTickets(file, 9);
  expect(suggest.pairsLeft(full)).toBe(0);
  expect(suggest.peopleDealt(full)).toBe(1);
  expect(suggest.peopleDealt(ISLAND)).toBe(5);
  expect(suggest.pairsLeft(ISLAND)).toBe(36 - 10);
});
