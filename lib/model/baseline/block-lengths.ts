/** Lengths of the time blocks into which a window is divided, in milliseconds. */
export const blockLengthsMs: readonly number[] = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * 60_000);
