/** A resolved investigation with a goal check, for tests of its reports. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { reportedCheck, reportedValidation, storedSeries } from "./report-record";

export const reportContext = {
  createdAtMs: Date.UTC(2026, 10, 21),
  timeZone: "Europe/Berlin",
  namesPeople: true,
};

const evidence: InvestigationDocument["evidence"][number] = {
  id: "e1",
  number: 1,
  kind: "signals",
  title: "TTFT after the fix",
  text: null,
  answer: null,
  file: null,
  steps: [],
  hypotheses: [],
  author: "Mara",
  createdAtMs: Date.UTC(2026, 10, 20, 9),
  removal: null,
  data: storedSeries,
  fileContent: null,
  fileOmission: null,
};

export const resolutionPayload = {
  kind: "state",
  from: "monitoring",
  to: "resolved",
  reason: "Customers agree",
  isOverride: true,
  goalCheck: reportedCheck,
} as const;

export const resolutionEntry: InvestigationDocument["timeline"][number] = {
  id: "t1",
  atMs: Date.UTC(2026, 10, 20, 10),
  author: "Mara",
  isPinned: false,
  canEdit: false,
  editedAtMs: null,
  version: 1,
  payload: resolutionPayload,
  people: {},
};

export const sampleValidation: InvestigationDocument["validations"][number] = {
  id: "v1",
  number: 1,
  round: 1,
  verdict: "not-met",
  sentence: reportedValidation.sentence,
  author: "Mara",
  createdAtMs: reportedValidation.measuredAtMs,
  watch: null,
  report: reportedValidation,
};

export const sampleDocument: InvestigationDocument = {
  schemaVersion: 1,
  exportedAtMs: reportContext.createdAtMs,
  investigation: {
    id: "i1",
    number: 4,
    title: "TTFT of chat-70b doubled",
    severity: 2,
    state: "resolved",
    step: "validate",
    round: 1,
    deployments: [{ slug: "chat-70b", title: "Chat 70B" }],
    owner: { id: "p1", name: "Mara" },
    team: null,
    visibility: "open",
    tags: [],
    dueOn: null,
    startedAtMs: null,
    detectedAtMs: null,
    mitigatedAtMs: null,
    resolvedAtMs: Date.UTC(2026, 10, 20, 10),
    author: "Mara",
    version: 3,
    createdAtMs: Date.UTC(2026, 10, 19),
    updatedAtMs: Date.UTC(2026, 10, 20, 10),
    opening: { kind: "person", path: null },
    goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 },
    conditions: [],
    links: [],
    baseline: null,
    deploy: { id: "d1", title: "chat 2.4", atMs: Date.UTC(2026, 10, 20, 7) },
  },
  steps: [],
  hypotheses: [],
  experiments: [],
  validations: [],
  evidence: [evidence],
  omittedAnswerCount: 0,
  participants: [{ id: "p2", name: "Ines", role: "watcher" }],
  relations: [],
  timeline: [resolutionEntry],
  omittedEntryCount: 0,
};

/** A check in which the goal is met, and nothing else was checked. */
export const metCheck: GoalCheck = {
  ...reportedCheck,
  verdict: "met",
  sentence: "The goal is met.",
  deployments: reportedCheck.deployments.map((one) => ({
    ...one,
    verdict: "met",
    parts: one.parts.map((part) => ({ ...part, verdict: "met" })),
  })),
};

export const unreadableCheck: GoalCheck = {
  ...reportedCheck,
  verdict: "cannot-tell",
  deployments: [
    {
      deployment: { slug: "batch-8b", title: "Batch 8B" },
      verdict: "cannot-tell",
      unavailableReason: "Prometheus does not respond.",
      parts: [],
      warnings: [],
      basis: null,
    },
  ],
};

export const roundPayload = {
  kind: "round",
  from: 1,
  to: 2,
  reason: "TTFT p95 is worse in two windows.",
} as const;

export const roundEntry: InvestigationDocument["timeline"][number] = {
  ...resolutionEntry,
  id: "t3",
  atMs: Date.UTC(2026, 10, 20, 12),
  payload: roundPayload,
};

/** An adopted change whose values contain dots. */
export const adoptedExperiment: InvestigationDocument["experiments"][number] = {
  id: "x1",
  number: 1,
  round: 1,
  hypothesis: null,
  kind: "canary",
  factor: { path: "engine.flags.model", from: "../models/a", to: "../models/b" },
  arms: [
    { role: "reference", name: "Old", deployment: "chat-70b", selector: null, windows: [], baseline: null },
    { role: "changed", name: "New", deployment: "chat-70b", selector: null, windows: [], baseline: null },
  ],
  measures: {
    primary: { signal: "ttft", statistic: "mean" },
    guards: [],
    hasCostGuard: false,
    marginRatio: 0.1,
    maxQualityDecrease: 0.02,
    plannedBlocks: 120,
    stopRule: "first-verdict",
  },
  rollbackPlan: "Load the previous model.",
  rollbackHook: null,
  hookFiresOnGuard: false,
  hookFirings: [],
  scores: [],
  state: "ended",
  startedAtMs: 0,
  endedAtMs: 120_000,
  decision: {
    decision: "adopt",
    reason: "Faster",
    author: "Mara",
    atMs: 120_000,
    result: {
      verdict: "better",
      sentence: "TTFT is better.",
      isComplete: true,
      measures: [],
      quality: [],
      notes: [],
      falseAlarmRatio: 0.05,
      basis: null,
      checkedAtMs: 120_000,
    },
  },
  approval: null,
  isProposer: false,
  author: "Mara",
  version: 5,
  createdAtMs: 0,
};
