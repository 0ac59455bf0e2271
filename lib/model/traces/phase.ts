/** Phases of a request, with a fixed order and colour everywhere. */
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
  /** A span reported this time, but its operation is none of the phases above. */
  "other",
  /** No span or attribute reports this time. */
  "unexplained",
] as const;
/** Phase of a request. */
export type PhaseId = (typeof phaseIds)[number];

/** Steps of a database query. A span of a database has a step in addition to its phase. */
export const databaseStepIds = ["connection", "parse", "execution", "processing", "serialization"] as const;
/** Step of a database query. */
export type DatabaseStepId = (typeof databaseStepIds)[number];
