import type { TimeWindow } from "@/lib/model/time-window";

/** Where the slowest traces of a window are listed; without one, of the page's. */
export type TracesLink = (window?: TimeWindow) => string;
