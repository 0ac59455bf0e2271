/** The data of the product that the steps of an investigation collect without input of a person. */
export const collectionIds = [
  "baseline-comparison",
  "goal-value",
  "roofline-point",
  "change-events",
  "data-check",
  "trace-comparison",
  "trace-change",
  "instance-scope",
  "model-scope",
] as const;
/** Id of a collection: data that an investigation reads for one step. */
export type CollectionId = (typeof collectionIds)[number];
