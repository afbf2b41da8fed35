/** What part of the board is in sight. Zooming moves a finished picture; it is drawn anew only when it comes to rest. */
export interface Size {
  w: number;
  h: number;
}

export interface View {
  /** Pixels from the frame's top left corner to the board's. */
  x: number;
  y: number;
  /** 1: the whole board. */
  zoom: number;
}

/** Pixels per unit when the whole board is in sight. */
export const fitOf = (frame: Size, board: Size): number => Math.max(0.01, Math.min(frame.w / board.w, frame.h / board.h));

/** As near as one can come: spaces the size of a thumb. */
export const nearest = (fit: number): number => Math.min(9, Math.max(3, 2.6 / fit));

/** A view kept inside the frame: never nearer than the nearest, no edge pulled inwards; what is covered from below can be pulled up. */
export function clamped(view: View, frame: Size, board: Size, covered = 0): View {
  const fit = fitOf(frame, board);
  const zoom = Math.min(nearest(fit), Math.max(1, view.zoom));
  const along = (at: number, inner: number, outer: number, covered: number): number => {
    const [first, last] = inner <= outer ? [(outer - inner) / 2, (outer - inner) / 2] : [0, outer - inner];
    return Math.min(first, Math.max(last - covered, at));
  };
  return { x: along(view.x, board.w * fit * zoom, frame.w, 0), y: along(view.y, board.h * fit * zoom, frame.h, covered), zoom };
}

/** Nearer by a factor; the point under (x, y) of the frame stays there. */
export function nearer(view: View, factor: number, x: number, y: number, frame: Size, board: Size, covered = 0): View {
  const zoom = Math.min(nearest(fitOf(frame, board)), Math.max(1, view.zoom * factor));
  const scale = zoom / view.zoom;
  return clamped({ x: x - (x - view.x) * scale, y: y - (y - view.y) * scale, zoom }, frame, board, covered);
}

const ROOM = 0.9; // of the frame, for a box that is to be seen whole

interface Bounds extends Size {
  x: number;
  y: number;
}

/** Not nearer than all of a box can be seen; the whole board at the furthest. */
export const holding = (zoom: number, box: Size, frame: Size, board: Size): number => {
  const fit = fitOf(frame, board);
  return Math.max(1, Math.min(zoom, (frame.w * ROOM) / (box.w * fit || 1), (frame.h * ROOM) / (box.h * fit || 1)));
};

/** The view that shows a box of the board's units; the same view if it shows it already. */
export function showing(view: View, box: Bounds, frame: Size, board: Size, covered = 0): View {
  const fit = fitOf(frame, board);
  const high = frame.h - covered;
  const zoom = holding(view.zoom, box, { w: frame.w, h: high }, board);
  const scale = fit * view.zoom;
  const left = view.x + box.x * scale;
  const top = view.y + box.y * scale;
  if (left >= 0 && top >= 0 && left + box.w * scale <= frame.w && top + box.h * scale <= high) return view;
  const to = fit * zoom;
  return clamped({ x: frame.w / 2 - (box.x + box.w / 2) * to, y: high / 2 - (box.y + box.h / 2) * to, zoom }, frame, board, covered);
}

const REST = 160; // milliseconds without a movement

export class Camera {
  view = $state.raw<View>({ x: 0, y: 0, zoom: 1 });
  frame = $state.raw<Size>({ w: 0, h: 0 });
  /** The zoom the picture was last drawn at. */
  drawn = $state(1);
  /** Something moves it right now. */
  moving = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly board: () => Size,
    /** Pixels of the frame that something lies on, from below. */
    readonly covered: () => number = () => 0,
  ) {}

  /** Pixels per unit, at the zoom it was drawn at. */
  get scale(): number {
    return fitOf(this.frame, this.board()) * this.drawn;
  }

  get near(): boolean {
    return this.view.zoom > 1.001;
  }

  /** Whether there is more than can be seen: a drag brings it. */
  get loose(): boolean {
    return this.near || this.covered() > 0;
  }

  resize(frame: Size): void {
    this.frame = frame;
    this.#go(this.view);
  }

  zoom(factor: number, x = this.frame.w / 2, y = this.frame.h / 2): void {
    this.#go(nearer(this.view, factor, x, y, this.frame, this.board(), this.covered()));
  }

  pan(dx: number, dy: number): void {
    this.#go({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  whole(): void {
    this.#go({ x: 0, y: 0, zoom: 1 });
  }

  /** A zoom to begin with, around a box of the board: all of it is in sight. */
  begin(most: number, { x, y, w, h }: Bounds): void {
    const zoom = holding(most, { w, h }, this.frame, this.board());
    const scale = fitOf(this.frame, this.board()) * zoom;
    this.#go({ x: this.frame.w / 2 - (x + w / 2) * scale, y: this.frame.h / 2 - (y + h / 2) * scale, zoom });
    this.drawn = this.view.zoom; // at once: it does not move there
  }

  show(box: Bounds): void {
    if (this.frame.w) this.#go(showing(this.view, box, this.frame, this.board(), this.covered()));
  }

  /** A point of the frame in the board's units. */
  at(x: number, y: number): { x: number; y: number } {
    const scale = fitOf(this.frame, this.board()) * this.view.zoom;
    return { x: (x - this.view.x) / scale, y: (y - this.view.y) / scale };
  }

  #go(view: View): void {
    this.view = clamped(view, this.frame, this.board(), this.covered());
    this.moving = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.drawn = this.view.zoom;
      this.moving = false;
    }, REST);
  }
}
