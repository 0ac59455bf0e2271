/** How many traces one question over many may read, and how much of the answer is told. */
export const studyBounds = {
  fewest: 100,
  most: 5_000,
  byDefault: 1_000,
  operations: 200,
} as const;
