/**
 * Column widths of the table, as container queries, so that the enlarged wall display uses the same rules. When the
 * table is too narrow, it hides the TPOT sparklines first, then the TTFT sparklines. Below `fleet-all`, the values of a
 * row have two lines of four columns. Below `fleet-rows`, each row becomes a block with all values. The widths are
 * defined in globals.css.
 */
export const fleetGrid = [
  "fleet-rows:grid fleet-rows:gap-x-1 fleet-rows:gap-y-1.5",
  "fleet-rows:grid-cols-[6rem_minmax(6.75rem,1fr)_4.5rem_4.5rem_4.5rem_5.75rem]",
  "fleet-all:gap-x-2 fleet-all:gap-y-0",
  "fleet-all:grid-cols-[6rem_minmax(7.5rem,1fr)_5.5rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_5.75rem]",
  "fleet-line:grid-cols-[6rem_minmax(7.5rem,1fr)_11rem_5.5rem_4rem_4rem_3.75rem_3.75rem_4.5rem_5.75rem]",
  "fleet-lines:gap-x-3",
  "fleet-lines:grid-cols-[6.5rem_minmax(9rem,1fr)_11rem_11rem_4.25rem_4.25rem_4rem_4rem_4.75rem_5.75rem]",
].join(" ");

/** Class of the first two cells of a row, next to the two lines of values of the compact table. */
export const leadingCell = "fleet-rows:row-span-2 fleet-all:row-span-1";

/** Class of a sentence below the values of a row. */
export const belowValues = "fleet-rows:col-span-full fleet-all:col-span-8 fleet-all:col-start-2";

/**
 * Classes that show a sparkline next to its number. From the width `fleet-line`, the TTFT sparkline is visible; from
 * `fleet-lines`, both are.
 */
export const sparklineClasses = {
  ttft: "fleet-rows:hidden fleet-line:block",
  tpot: "fleet-rows:hidden fleet-lines:block",
} as const;

/** Border and padding of each row. */
export const rowFrameClasses = "border-b border-rule py-3";
