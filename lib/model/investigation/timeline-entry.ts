/** Entries of the timeline. Every change of an investigation writes an entry in the transaction of the change. */

/** Entries that a person writes. Their authors can edit them. */
export const writtenEntryKinds = ["comment", "manual"] as const;
/** Kind of an entry that a person writes. */
export type WrittenEntryKind = (typeof writtenEntryKinds)[number];

/** Kinds of entries: entries that people write, and entries that record a change. */
export const timelineKinds = [
  ...writtenEntryKinds,
  "opened",
  "edited",
  "state",
  "round",
  "step-move",
  "step-state",
  "step-input",
  "hypothesis",
  "hypothesis-ranks",
  "experiment",
  "validation",
  "watch",
  "evidence",
  "evidence-expiry",
  "participant",
  "relation",
  "report",
] as const;
/** Kind of an entry of the timeline. */
export type TimelineKind = (typeof timelineKinds)[number];

/** Topics by which the timeline can be filtered. */
export const timelineTopicNames = [
  "comments",
  "states",
  "steps",
  "work",
  "hypotheses",
  "evidence",
  "people",
] as const;
/** Topic of an entry of the timeline. */
export type TimelineTopic = (typeof timelineTopicNames)[number];

/** Titles of the topics, as displayed. */
export const timelineTopicTitles: { readonly [Topic in TimelineTopic]: string } = {
  comments: "Comments",
  states: "States and rounds",
  steps: "Steps",
  work: "States, steps and experiments",
  hypotheses: "Hypotheses and evidence",
  evidence: "Evidence",
  people: "People and properties",
};

/** For each topic, the kinds of the entries that belong to it. An entry can belong to several topics. */
export const timelineTopics: { readonly [Topic in TimelineTopic]: readonly TimelineKind[] } = {
  comments: ["comment", "manual"],
  states: ["state", "round"],
  steps: ["step-move", "step-state", "step-input"],
  work: ["state", "round", "step-move", "step-state", "step-input", "experiment", "validation", "watch"],
  hypotheses: ["hypothesis", "hypothesis-ranks", "evidence", "evidence-expiry"],
  evidence: ["evidence", "evidence-expiry"],
  people: ["opened", "edited", "participant", "relation", "report"],
};
