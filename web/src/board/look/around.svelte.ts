/** What stands around the places at the size the map has now: names, and ground for passengers. */
import { sum } from "../../lib/sight";
import { tongue } from "../../lib/words/language.svelte";
import type { Layout, MapRegion, Town } from "../layout/layout";
import { larger, measure, nameSize, placed } from "../layout/lettering";
import type { Camera } from "./camera.svelte";

interface Given {
  layout: Layout;
  /** The names of places and regions, by id. */
  texts: ReadonlyMap<string, string>;
  waiting: Readonly<Record<string, Readonly<Record<string, number>>>>;
  wanted: ReadonlySet<string>;
}

export class Around {
  #letters = 0; // the size they have had

  constructor(
    readonly camera: Camera,
    readonly given: () => Given,
  ) {}

  /** The height of letters, in units. */
  readonly size = $derived.by(() => (this.#letters = nameSize(this.camera.scale, this.given().layout.wide, this.#letters, larger())));
  /** A passenger's height. */
  readonly guest = $derived.by(() => this.given().layout.long * 0.52);
  /** Places where more wait than the board foresees; a text, so that it changes only when they do. */
  readonly #crowds = $derived.by(() => {
    const { layout, waiting } = this.given();
    return Object.entries(waiting)
      .map(([id, counts]): [string, number] => [id, Math.min(6, sum(counts))])
      .filter(([id, n]) => n > (layout.town.get(id)?.passengers ?? n))
      .map(([id, n]) => `${id} ${n}`)
      .join();
  });
  // Anew for another language or size of letters, never for a hover.
  readonly #placed = $derived.by(() => {
    const { layout, texts } = this.given();
    const more = new Map(this.#crowds.split(",").map((one) => one.split(" ") as [string, string]));
    const guests = (town: Town): number => Number(more.get(town.id) ?? town.passengers);
    const text = (one: Town | MapRegion): string => texts.get(one.id) ?? "";
    return placed(layout, `${tongue.language} ${this.#crowds}`, { text, size: this.size, measure }, { guests, guest: this.guest });
  });
  readonly names = $derived.by(() => this.#placed.names);
  readonly benches = $derived.by(() => this.#placed.benches);
  /** The names on the map. */
  readonly labels = $derived.by(() => this.names.shown(this.given().wanted));
}
