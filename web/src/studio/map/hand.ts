/** Fingers, mouse and wheel on the map: what is tapped, what is dragged, what moves the camera. */
import type { Attachment } from "svelte/attachments";
import type { Dot } from "../../board/layout/curve";
import type { Camera } from "../../board/look/camera.svelte";

const STILL = 6; // pixels a finger may move and still be a tap

export interface Grip {
  /** The drag goes on to here, in the board's units. */
  move: (at: Dot) => void;
  /** It ends here. */
  drop: (at: Dot) => void;
  /** A second finger came, or the window lost it. */
  cancel: () => void;
}

export interface Wants {
  tap: (at: Dot, touch: boolean) => void;
  /** What begins where a finger goes down and moves; null: the camera moves. */
  grip: (at: Dot, touch: boolean) => Grip | null;
}

export function hand(camera: Camera, wants: Wants): Attachment<HTMLElement> {
  return (frame) => {
    const fingers = new Map<number, Dot>();
    let grip: Grip | null = null;
    let start: Dot | null = null;
    let moved = false;
    let touch = false;

    const at = (event: { clientX: number; clientY: number }): Dot => {
      const box = frame.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const unit = (dot: Dot): Dot => camera.at(dot.x, dot.y);

    const down = (event: PointerEvent): void => {
      if (event.button > 0 || (event.target as Element).closest("button")) return;
      fingers.set(event.pointerId, at(event));
      frame.setPointerCapture(event.pointerId);
      if (fingers.size > 1) {
        grip?.cancel();
        [grip, start] = [null, null];
        return;
      }
      [start, moved, touch] = [at(event), false, event.pointerType === "touch"];
    };

    const move = (event: PointerEvent): void => {
      const now = at(event);
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        camera.zoom(Math.hypot(now.x - other.x, now.y - other.y) / (before || 1), (now.x + other.x) / 2, (now.y + other.y) / 2);
        camera.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
        return;
      }
      if (!start) return;
      if (!moved && Math.hypot(now.x - start.x, now.y - start.y) > STILL) {
        moved = true;
        grip = wants.grip(unit(start), touch);
      }
      if (!moved) return;
      if (grip) grip.move(unit(now));
      else camera.pan(now.x - last.x, now.y - last.y);
    };

    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId) || !start || fingers.size) return;
      if (grip) grip.drop(unit(at(event)));
      else if (!moved) wants.tap(unit(at(event)), touch);
      [grip, start] = [null, null];
    };

    const cancel = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      grip?.cancel();
      [grip, start] = [null, null];
    };

    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 18 : 1;
      const point = at(event);
      camera.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), point.x, point.y);
    };

    const listen: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", cancel],
      ["wheel", wheel, { passive: false }],
    ];
    for (const [name, handler, options] of listen) frame.addEventListener(name, handler as EventListener, options);
    return () => {
      for (const [name, handler] of listen) frame.removeEventListener(name, handler as EventListener);
    };
  };
}
