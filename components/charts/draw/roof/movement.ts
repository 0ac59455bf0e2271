/**
 * What moves with the plane while a hand is on it. Between two drawings nothing is laid out anew: the frame has the movement as
 * `--k`, `--dx` and `--dy`, and each mark takes its place from them, so that text and dots keep their size.
 */
import type { CSSProperties } from "react";
import type { Movement } from "@/components/charts/prepare/roof-view";

export type MovementAxes = "both" | "x" | "y";

interface PositionProps {
  readonly style: CSSProperties;
  /** The same for a picture outside of the page, where no movement is. */
  readonly transform: string;
}

/** For a group whose own origin is at (x, y) of the plane. */
export function positionProps(x: number, y: number, along: MovementAxes = "both"): PositionProps {
  const across = along === "y" ? `${x}px` : `calc(${x}px * var(--k, 1) + var(--dx, 0px))`;
  const down = along === "x" ? `${y}px` : `calc(${y}px * var(--k, 1) + var(--dy, 0px))`;
  return { style: { transform: `translate(${across}, ${down})` }, transform: `translate(${x} ${y})` };
}

/** For lines of the plane: they stretch, their strokes do not. */
export const stretchStyle: CSSProperties = {
  transform: "translate(var(--dx, 0px), var(--dy, 0px)) scale(var(--k, 1))",
};

export function applyMovement(frame: HTMLElement, { scale, dx, dy }: Movement): void {
  frame.style.setProperty("--k", String(scale));
  frame.style.setProperty("--dx", `${dx}px`);
  frame.style.setProperty("--dy", `${dy}px`);
}
