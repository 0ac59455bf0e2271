/**
 * Column widths of the table, as container queries, so that the enlarged wall display uses the same rules. When the
 * table is too narrow, it hides the TPOT sparklines first, then the TTFT sparklines. Below the `rows` width each row
 * becomes a block with all values. The widths `rows`, `line` and `lines` are defined in globals.css.
 */
export const fleetGrid = [
  "@rows:grid @rows:gap-x-2",
  "@rows:grid-cols-[6rem_minmax(7.5rem,1fr)_5.5rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_5.75rem]",
  "@line:grid-cols-[6rem_minmax(7.5rem,1fr)_11rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_5.75rem]",
  "@lines:gap-x-3",
  "@lines:grid-cols-[6.5rem_minmax(9rem,1fr)_11rem_11rem_4.25rem_4.25rem_4rem_4rem_4.75rem_5.75rem]",
].join(" ");

/**
 * Classes that show a sparkline next to its number. From the width `line`, the TTFT sparkline is visible; from
 * `lines`, both are.
 */
export const sparklineClasses = {
  ttft: "@rows:hidden @line:block",
  tpot: "@rows:hidden @lines:block",
} as const;

/** Border and padding of each row. */
export const rowFrameClasses = "border-b border-rule py-3";
