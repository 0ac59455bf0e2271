/** Prefix of the status sentence for a window in the past. */
export const atWindowEndPrefix = "At the end of the window: ";
