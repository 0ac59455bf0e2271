/** Column widths of the wide table; on a narrow screen rows become blocks. */
export const fleetGrid =
  "md:grid md:grid-cols-[6.5rem_minmax(9rem,1fr)_10.75rem_10.75rem_4.25rem_4.25rem_4rem_4rem_4.75rem_4.25rem] md:gap-x-3";

/** What stands around every row. */
export const rowFrame = "border-b border-rule py-3";
