/** Wheel, drag, pinch, double tap and keys, turned into movements of the camera. */
import type { Attachment } from "svelte/attachments";
import type { Camera } from "./camera.svelte";

const STILL = 6; // pixels a finger may move and still be a tap
const STEP = 60; // pixels an arrow key moves the board

export interface Taps {
  /** A click or tap at a point of the frame. */
  tap: (x: number, y: number, event: MouseEvent) => void;
  /** Twice in a row where nothing invites. */
  twice: (x: number, y: number) => void;
}

interface Finger {
  x: number;
  y: number;
}

export function gestures(camera: Camera, taps: Taps): Attachment<HTMLElement> {
  return (frame) => {
    const fingers = new Map<number, Finger>();
    let moved = 0;
    const at = (event: { clientX: number; clientY: number }): Finger => {
      const box = frame.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    const ours = (event: Event): boolean => !(event.target as Element).closest("button");

    const down = (event: PointerEvent): void => {
      if (event.button > 0 || !ours(event)) return;
      if (!fingers.size) moved = 0;
      fingers.set(event.pointerId, at(event));
    };

    const move = (event: PointerEvent): void => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const now = at(event);
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
      fingers.set(event.pointerId, now);
      moved += Math.hypot(now.x - last.x, now.y - last.y);
      const other = others[0];
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(now.x - other.x, now.y - other.y);
        camera.zoom(after / (before || 1), (now.x + other.x) / 2, (now.y + other.y) / 2);
        camera.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
      } else if (camera.loose && moved > STILL) {
        // Captured only now: an earlier capture would take the click away from what lies under it.
        if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
        camera.pan(now.x - last.x, now.y - last.y);
      }
    };

    const up = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
    };

    const click = (event: MouseEvent): void => {
      if (!ours(event) || (event.detail && moved > STILL)) return;
      const point = at(event);
      taps.tap(point.x, point.y, event);
    };

    const twice = (event: MouseEvent): void => {
      if (!ours(event) || moved > STILL) return;
      const point = at(event);
      taps.twice(point.x, point.y);
    };

    const wheel = (event: WheelEvent): void => {
      if (event.deltaY > 0 && !camera.near) return; // nothing to zoom out of: the page may scroll
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 18 : 1;
      const point = at(event);
      camera.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), point.x, point.y);
    };

    // Two fingers are ours even where one finger scrolls the page.
    const two = (event: TouchEvent): void => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };

    const listen: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", up],
      ["pointerleave", up],
      ["click", click],
      ["dblclick", twice],
      ["wheel", wheel, { passive: false }],
      ["touchstart", two, { passive: false }],
      ["touchmove", two, { passive: false }],
    ];
    for (const [name, handler, options] of listen) frame.addEventListener(name, handler as EventListener, options);
    return () => {
      for (const [name, handler] of listen) frame.removeEventListener(name, handler as EventListener);
    };
  };
}

/** What a key does to the camera; false: nothing. */
export function key(camera: Camera, name: string): boolean {
  if (name === "+" || name === "=") camera.zoom(1.4);
  else if (name === "-" || name === "_") camera.zoom(1 / 1.4);
  else if (name === "0") camera.whole();
  else if (!camera.loose) return false;
  else if (name === "ArrowLeft") camera.pan(STEP, 0);
  else if (name === "ArrowRight") camera.pan(-STEP, 0);
  else if (name === "ArrowUp") camera.pan(0, STEP);
  else if (name === "ArrowDown") camera.pan(0, -STEP);
  else return false;
  return true;
}
