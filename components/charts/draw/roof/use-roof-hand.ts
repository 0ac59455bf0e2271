"use client";

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import {
  nearestAt,
  type PlotPoint,
  type PlotTrail,
  type TrailPlace,
} from "@/components/charts/prepare/roof-plot";
import { valueAt, type PlotSize } from "@/components/charts/prepare/roof-view";
import { around } from "./roof-frame";
import type { RoofDoor } from "./use-roof-view";

/** What is pointed at: a point, a slice of a trail, or a bare place of the plane in values. */
export type Pointed =
  | { readonly kind: "point"; readonly key: string }
  | ({ readonly kind: "slice" } & TrailPlace)
  | { readonly kind: "place"; readonly x: number; readonly y: number };

export interface RoofHand {
  readonly pointed: Pointed | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface Plane {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly door: RoofDoor;
  readonly size: PlotSize;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
}

const nearer = 1.4;
const stepShare = 0.15;

/** Mouse, wheel and keys on the plane: what they point at, and how they move it. */
export function useRoofHand(plane: Plane): RoofHand {
  const { frame, door, size, points, trails } = plane;
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useWheel(plane);
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0) - around.left, y: clientY - (box?.top ?? 0) - around.top };
  };
  const drag = useDrag(door);
  return {
    pointed,
    onPointerDown: drag.begin,
    onPointerMove: (event) => {
      if (drag.isOn()) return;
      const at = placeOf(event);
      const isInside = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
      setPointed(isInside ? pointedAt(plane, at) : null);
    },
    onPointerLeave: () => setPointed(null),
    onKeyDown: (event) => {
      if (event.key === "Escape") return setPointed(null);
      const isMoved = press(event, door, size);
      const walked = isMoved ? null : walk(event, pointed, { points, trails });
      if (walked !== null) setPointed(walked);
      if (isMoved || walked !== null) event.preventDefault();
    },
  };
}

function pointedAt({ door, size, points, trails }: Plane, at: { x: number; y: number }): Pointed {
  const view = door.present();
  const found = nearestAt({ points, trails }, { view, size }, at);
  if (found === null) return { kind: "place", ...valueAt(view, size, at) };
  return "point" in found ? { kind: "point", key: found.point.key } : { kind: "slice", ...found.slice };
}

/** Whether the key moved the plane. */
function press(event: KeyboardEvent, door: RoofDoor, size: PlotSize): boolean {
  const [dx, dy] = [size.width * stepShare, size.height * stepShare];
  const { key, shiftKey } = event;
  if (key === "+" || key === "=") door.zoom(nearer);
  else if (key === "-" || key === "_") door.zoom(1 / nearer);
  else if (key === "0") door.reset();
  else if (shiftKey && key === "ArrowLeft") door.pan(dx, 0);
  else if (shiftKey && key === "ArrowRight") door.pan(-dx, 0);
  else if (shiftKey && key === "ArrowUp") door.pan(0, dy);
  else if (shiftKey && key === "ArrowDown") door.pan(0, -dy);
  else return false;
  return true;
}

/** From point to point with the arrows to the side, from slice to slice of a trail with those up and down. */
function walk(
  { key, shiftKey }: KeyboardEvent,
  from: Pointed | null,
  { points, trails }: Pick<Plane, "points" | "trails">,
): Pointed | null {
  if (shiftKey) return null;
  const side = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (side !== 0 && points.length > 0) {
    const at =
      from?.kind === "point" ? points.findIndex((point) => point.key === from.key) : side > 0 ? -1 : 0;
    const next = points[(at + side + points.length) % points.length];
    return next === undefined ? null : { kind: "point", key: next.key };
  }
  const back = key === "ArrowDown" ? -1 : key === "ArrowUp" ? 1 : 0;
  if (back === 0) return null;
  const slices = trails.flatMap((trail) => trail.x.map((_, index) => ({ trail: trail.key, index })));
  const at =
    from?.kind === "slice"
      ? slices.findIndex(({ trail, index }) => trail === from.trail && index === from.index)
      : back > 0
        ? -1
        : 0;
  const next = slices[(at + back + slices.length) % slices.length];
  return next === undefined ? null : { kind: "slice", ...next };
}

/** The wheel with Ctrl comes nearer where the pointer is. React's own listener could not keep the page from zooming. */
function useWheel({ frame, door }: Plane): void {
  const latest = useRef(door);
  useEffect(() => {
    latest.current = door;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      latest.current.zoom(0.998 ** event.deltaY, {
        x: event.clientX - box.left - around.left,
        y: event.clientY - box.top - around.top,
      });
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [frame]);
}

/** Dragging by mouse or pen; a finger scrolls the page. */
function useDrag(door: RoofDoor) {
  const isOn = useRef(false);
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    let last = { x: event.clientX, y: event.clientY };
    const drag = (move: globalThis.PointerEvent): void => {
      isOn.current = true;
      door.pan(move.clientX - last.x, move.clientY - last.y);
      last = { x: move.clientX, y: move.clientY };
    };
    const drop = (): void => {
      isOn.current = false;
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  return { begin, isOn: () => isOn.current };
}
