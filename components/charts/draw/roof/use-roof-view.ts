"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import {
  movementOf,
  panned,
  within,
  zoomed,
  type PlotSize,
  type RoofView,
} from "@/components/charts/prepare/roof-view";
import { tellMovement } from "./moving";

export interface RoofDoor {
  /** What the frame is drawn for. */
  readonly drawn: RoofView;
  /** What is shown, a movement further than what is drawn. */
  readonly present: () => RoofView;
  readonly pan: (dx: number, dy: number) => void;
  /** About a place of the plane; its middle when none is told. */
  readonly zoom: (factor: number, at?: { readonly x: number; readonly y: number }) => void;
  readonly reset: () => void;
  /** A person chose what is shown; until then it follows the points. */
  readonly isChosen: boolean;
}

/** When the hand has rested this long, the frame is drawn anew for what is shown. */
const restMs = 140;

/** Which part of the plane is shown: `fitted` until a hand moves it. `paint` paints what is on the canvas. */
export function useRoofView(
  frame: RefObject<HTMLDivElement | null>,
  fitted: RoofView,
  { size, paint }: { readonly size: PlotSize; readonly paint: (view: RoofView) => void },
): RoofDoor {
  const [chosen, setChosen] = useState<RoofView | null>(null);
  const drawn = chosen ?? fitted;
  const shown = useRef(drawn);
  const pending = useRef({ frame: 0, rest: 0 });
  const latest = useRef({ drawn, size, paint });
  const present = useCallback(() => shown.current, []);

  const apply = useCallback(() => {
    if (frame.current === null) return;
    const { drawn: from, size: of, paint: brush } = latest.current;
    tellMovement(frame.current, movementOf(from, shown.current, of));
    brush(shown.current);
  }, [frame]);

  useLayoutEffect(() => {
    // What is drawn is on the page now: the movement is over, and the canvas follows.
    latest.current = { drawn, size, paint };
    shown.current = drawn;
    apply();
  }, [drawn, size, paint, apply]);

  useEffect(() => {
    const waiting = pending.current;
    return () => {
      cancelAnimationFrame(waiting.frame);
      clearTimeout(waiting.rest);
    };
  }, []);

  const show = useCallback(
    (next: RoofView) => {
      shown.current = within(next, fitted, size);
      cancelAnimationFrame(pending.current.frame);
      pending.current.frame = requestAnimationFrame(apply);
      clearTimeout(pending.current.rest);
      pending.current.rest = window.setTimeout(() => setChosen(shown.current), restMs);
    },
    [apply, fitted, size],
  );

  return {
    drawn,
    present,
    isChosen: chosen !== null,
    pan: (dx, dy) => show(panned(shown.current, dx, dy)),
    zoom: (factor, at = { x: size.width / 2, y: size.height / 2 }) =>
      show(zoomed(shown.current, size, factor, at)),
    reset: () => {
      clearTimeout(pending.current.rest);
      shown.current = fitted;
      setChosen(null);
    },
  };
}
