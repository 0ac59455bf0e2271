/** Style of untraced time: hatched and outlined, as on the canvas. */
import type { CSSProperties } from "react";

const line = "color-mix(in oklab, var(--ink-3) 65%, transparent)";

/** CSS style of unexplained time: diagonal lines. */
export const hatched: CSSProperties = {
  background: `repeating-linear-gradient(135deg, ${line} 0 1px, transparent 1px 4px)`,
  boxShadow: `inset 0 0 0 1px ${line}`,
};
