/**
 * Moves the plot with CSS while the viewer drags or zooms, without a new layout. The frame sets `--k`, `--dx` and
 * `--dy`, and each element positions itself from them, so text and markers keep their size.
 */
import type { CSSProperties } from "react";
import type { ViewTransform } from "@/components/charts/prepare/roof/roof-view";

/** Axes along which an element moves when the roofline plot is panned. */
export type MovementAxes = "both" | "x" | "y";

interface PositionProps {
  readonly style: CSSProperties;
  /** Same position for an exported image, which has no movement. */
  readonly transform: string;
}

/** Returns the properties of an SVG group whose origin is at (x, y) of the plot area, in pixels. */
export function createPositionProps(x: number, y: number, axes: MovementAxes = "both"): PositionProps {
  const across = axes === "y" ? `${x}px` : `calc(${x}px * var(--k, 1) + var(--dx, 0px))`;
  const down = axes === "x" ? `${y}px` : `calc(${y}px * var(--k, 1) + var(--dy, 0px))`;
  return { style: { transform: `translate(${across}, ${down})` }, transform: `translate(${x} ${y})` };
}

/** CSS style that pans and zooms lines of the plot area without scaling their width. */
export const stretchStyle: CSSProperties = {
  transform: "translate(var(--dx, 0px), var(--dy, 0px)) scale(var(--k, 1))",
};

/** Pans and zooms the drawing inside `frame` by CSS variables, without rendering it again. */
export function applyMovement(frame: HTMLElement, { scale, dx, dy }: ViewTransform): void {
  frame.style.setProperty("--k", String(scale));
  frame.style.setProperty("--dx", `${dx}px`);
  frame.style.setProperty("--dy", `${dy}px`);
}
