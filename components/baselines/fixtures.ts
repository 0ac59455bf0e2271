/** Baselines for tests. */
import type { BaselineEntry, BaselineResponse } from "@/lib/contracts/baselines";

/** Summary of a ready baseline for tests. */
export const fixtureSummary: NonNullable<BaselineEntry["summary"]> = {
  deployment: { slug: "chat-70b", title: "chat-70b", model: "llama-70b", engine: "vllm" },
  source: "prometheus",
  window: { startMs: 1_800_000_000_000, endMs: 1_800_021_600_000 },
  blockMs: 60_000,
  blockCount: 360,
  requestCount: 12_000,
  requestsPerSecond: 0.556,
  ttftP95Seconds: 0.61,
  e2eP95Seconds: 9.4,
  concernKinds: [],
};

/** A ready baseline for tests: not pinned, without expiry. */
export const fixtureBaseline: BaselineEntry = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Before the upgrade",
  state: "ready",
  progress: 1,
  message: null,
  deployment: { slug: "chat-70b", title: "chat-70b" },
  formerTitle: "chat-70b",
  window: fixtureSummary.window,
  summary: fixtureSummary,
  contentHash: "a".repeat(64),
  isDefault: false,
  isPinned: false,
  expiresAtMs: null,
  isExpired: false,
  laterDeploy: null,
  visibility: "open",
  team: null,
  changeRefusal: null,
  defaultRefusal: null,
  author: "operator",
  imported: null,
  version: 1,
  createdAtMs: 1_800_021_700_000,
};

/** The uses of a baseline that no object refers to. */
export const fixtureUses: BaselineResponse["uses"] = {
  waitingGateCount: 0,
  investigations: [],
  hiddenInvestigationCount: 0,
  experiments: [],
  hiddenExperimentCount: 0,
};
