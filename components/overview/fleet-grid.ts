/**
 * Column widths of the table, by the room that it has and not by the window's: a wall reads the same rows enlarged. What does not
 * fit goes in this order: the sparkline of TPOT, that of TTFT, and then the columns, where every row becomes a block with all its
 * numbers. No number is ever left out or cut. The widths at which it happens, `rows`, `line` and `lines`, stand in globals.css.
 */
export const fleetGrid = [
  "@rows:grid @rows:gap-x-2",
  "@rows:grid-cols-[6rem_minmax(7.5rem,1fr)_5.5rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_4rem]",
  "@line:grid-cols-[6rem_minmax(7.5rem,1fr)_11rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_4rem]",
  "@lines:gap-x-3",
  "@lines:grid-cols-[6.5rem_minmax(9rem,1fr)_11rem_11rem_4.25rem_4.25rem_4rem_4rem_4.75rem_4.25rem]",
].join(" ");

/** When a latency's sparkline stands beside its number; in a block there is room for it. */
export const sparklineClasses = {
  ttft: "@rows:hidden @line:block",
  tpot: "@rows:hidden @lines:block",
} as const;

/** What stands around every row. */
export const rowFrame = "border-b border-rule py-3";
