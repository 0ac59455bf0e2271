/** Column widths of the wide table; on a narrow screen rows become blocks. */
export const fleetGrid =
  "md:grid md:grid-cols-[7rem_minmax(10rem,1fr)_11.5rem_11.5rem_4.5rem_4.5rem_4.5rem_4.5rem_5rem_5rem] md:gap-x-3";
