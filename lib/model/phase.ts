/** Parts of a request, fixed in order and colour everywhere. */
export const phaseIds = [
  "gateway",
  "admission",
  "network",
  "feature-retrieval",
  "tokenize",
  "queue",
  "prefill",
  "decode",
  "detokenize",
  "assembly",
  "serialize",
  "stream",
  /** A span was there and said what it did, which is none of the above. */
  "other",
  /** Nothing says what went on: no span, no attribute. */
  "unexplained",
] as const;
export type PhaseId = (typeof phaseIds)[number];

/** Steps of a database's work on one query, a second reading of spans beside their phase. */
export const databaseStepIds = ["connection", "parse", "execution", "processing", "serialization"] as const;
export type DatabaseStepId = (typeof databaseStepIds)[number];
