/** The rights of each endpoint to investigations of another team. */
import type { ObjectRow, SentRequest } from "./object-rows";

const unknownId = "01900000-0000-7000-8000-000000000000";

interface InvestigationRequest extends Omit<SentRequest, "params"> {
  readonly endpoint: string;
  /** Path parameters besides the number. */
  readonly params?: Readonly<Record<string, string>>;
  /** Status for members and admins. Requests change nothing that a repeat needs. */
  readonly status: number;
}

/** Endpoints that everyone may call who may read the investigation. */
const readerRequests: readonly InvestigationRequest[] = [
  { endpoint: "investigation", status: 200 },
  { endpoint: "investigation-round", params: { round: "1" }, status: 200 },
  { endpoint: "collected-data", params: { step: "collect-data" }, status: 200 },
  { endpoint: "goal-check", status: 200 },
  { endpoint: "timeline", status: 200 },
  { endpoint: "investigation-report", status: 200 },
  { endpoint: "case-study", status: 200 },
  { endpoint: "report-links", status: 200 },
  { endpoint: "export-investigation", status: 200 },
  { endpoint: "investigation-evidence", status: 200 },
  { endpoint: "evidence-answer", params: { evidenceId: unknownId }, status: 404 },
  { endpoint: "evidence-file", params: { evidenceId: unknownId }, status: 404 },
  { endpoint: "live-evidence", params: { evidenceId: unknownId }, status: 404 },
  { endpoint: "rollback-hooks", status: 200 },
  { endpoint: "experiment-result", params: { experimentId: unknownId }, status: 404 },
  { endpoint: "validation-preview", status: 200 },
  { endpoint: "validations", status: 200 },
  { endpoint: "validation", params: { validationId: unknownId }, status: 404 },
  { endpoint: "add-comment", body: { text: "Slow here too" }, status: 201 },
  { endpoint: "edit-comment", params: { entryId: unknownId }, body: { text: "Fast" }, status: 404 },
  { endpoint: "drafts", status: 200 },
  { endpoint: "save-draft", body: { part: "comment", document: "{}" }, status: 200 },
  { endpoint: "delete-draft", params: { part: "header" }, body: { updatedAtMs: 0 }, status: 200 },
];

/** Its deployment does not exist. */
const unknownExperiment = {
  kind: "ab",
  factor: { path: "engine.version", from: "1", to: "2" },
  arms: [
    { role: "reference", name: "A", deployment: "unknown", windows: [] },
    { role: "changed", name: "B", deployment: "unknown", windows: [] },
  ],
  measures: { primary: { signal: "ttft", statistic: "mean" } },
  rollbackPlan: "Undo",
};

/** Endpoints that only the team may call. */
const teamRequests: readonly InvestigationRequest[] = [
  { endpoint: "edit-investigation", body: { title: "Stolen" }, status: 412 },
  { endpoint: "edit-investigation", body: { teamId: null }, status: 412 },
  { endpoint: "change-investigation-state", body: { state: "active", from: "monitoring" }, status: 409 },
  { endpoint: "start-round", body: { from: 99, reason: "again" }, status: 409 },
  { endpoint: "go-to-step", body: { step: "validate", from: "optimise" }, status: 409 },
  {
    endpoint: "change-step-state",
    params: { step: "validate" },
    body: { round: 1, action: "reopen" },
    status: 409,
  },
  {
    endpoint: "save-step",
    params: { step: "validate" },
    body: { round: 1, answers: {}, checked: [] },
    status: 412,
  },
  { endpoint: "add-hypothesis", body: { statement: "The cache is full", layer: "system" }, status: 201 },
  {
    endpoint: "edit-hypothesis",
    params: { hypothesisId: unknownId },
    body: { status: "refuted" },
    status: 404,
  },
  { endpoint: "rank-hypotheses", body: { order: [unknownId] }, status: 409 },
  { endpoint: "add-experiment", body: unknownExperiment, status: 404 },
  {
    endpoint: "edit-experiment",
    params: { experimentId: unknownId },
    body: { rollbackPlan: "Undo" },
    status: 404,
  },
  {
    endpoint: "change-experiment-state",
    params: { experimentId: unknownId },
    body: { state: "running" },
    status: 404,
  },
  {
    endpoint: "add-experiment-score",
    params: { experimentId: unknownId },
    body: { role: "changed", name: "MMLU", value: 1 },
    status: 404,
  },
  {
    endpoint: "decide-experiment",
    params: { experimentId: unknownId },
    body: { decision: "adopt", reason: "faster" },
    status: 404,
  },
  { endpoint: "remove-experiment", params: { experimentId: unknownId }, status: 404 },
  { endpoint: "approve-experiment", params: { experimentId: unknownId }, status: 404 },
  { endpoint: "store-validation", status: 409 },
  { endpoint: "end-watch", params: { validationId: unknownId }, body: { reason: "Done" }, status: 404 },
  {
    endpoint: "fire-rollback-hook",
    params: { experimentId: unknownId },
    body: { reason: "Errors" },
    status: 404,
  },
  { endpoint: "add-note", body: { kind: "note", title: "Log", text: "Full" }, status: 201 },
  {
    endpoint: "keep-evidence",
    body: {
      title: "TTFT",
      question: {
        endpoint: "signals",
        panel: "ttft",
        v: 1,
        signals: ["ttft"],
        statistics: ["p95"],
        scope: { deployment: "chat" },
        window: { startMs: 1_700_000_000_000, endMs: 1_700_003_600_000 },
      },
    },
    status: 201,
  },
  { endpoint: "add-evidence-file", query: { fileName: "kv.log" }, body: { usage: 0.98 }, status: 201 },
  { endpoint: "link-evidence", params: { evidenceId: unknownId }, body: {}, status: 404 },
  {
    endpoint: "remove-evidence",
    params: { evidenceId: unknownId },
    body: { reason: "wrong" },
    status: 404,
  },
  { endpoint: "add-timeline-entry", body: { text: "Restarted", atMs: 0 }, status: 201 },
  {
    endpoint: "edit-timeline-entry",
    params: { entryId: unknownId },
    body: { text: "No", atMs: 0 },
    status: 404,
  },
  { endpoint: "pin-timeline-entry", params: { entryId: unknownId }, body: { isPinned: true }, status: 404 },
  { endpoint: "set-participant", body: { personId: unknownId, role: "watcher" }, status: 400 },
  { endpoint: "remove-participant", params: { personId: unknownId }, status: 404 },
  { endpoint: "add-relation", body: { kind: "related", related: 999_998 }, status: 404 },
  { endpoint: "remove-relation", params: { relationId: unknownId }, status: 404 },
  {
    endpoint: "edit-case-study",
    body: {
      title: "A",
      problem: "B",
      cause: "C",
      fix: "D",
      effect: "E",
      causeClass: null,
      isPublished: false,
    },
    status: 412,
  },
  { endpoint: "create-report-link", body: { kind: "working" }, status: 409 },
  { endpoint: "revoke-report-link", params: { linkId: unknownId }, status: 404 },
];

function toRow(
  { endpoint, params, status, ...sent }: InvestigationRequest,
  rule: ObjectRow["rule"],
): ObjectRow {
  const which = rule === "known" ? "hidden" : "open";
  return {
    endpoint,
    rule,
    status,
    request: ({ investigations }) => ({
      ...sent,
      params: { ...params, number: String(investigations[which]) },
    }),
  };
}

export const investigationRows: readonly ObjectRow[] = [
  ...readerRequests.flatMap((request) => [toRow(request, "everyone"), toRow(request, "known")]),
  ...teamRequests.flatMap((request) => [toRow(request, "changed"), toRow(request, "known")]),
  {
    // The relation exists, of which an outsider must not learn.
    endpoint: "add-relation",
    rule: "known",
    status: 409,
    request: ({ investigations: { shared, hidden } }) => ({
      params: { number: String(shared) },
      body: { kind: "related", related: hidden },
    }),
  },
  {
    endpoint: "investigations",
    rule: "everyone",
    status: 200,
    request: ({ slug }) => ({ query: { deployment: slug } }),
  },
  {
    endpoint: "case-studies",
    rule: "everyone",
    status: 200,
    request: ({ slug }) => ({ query: { deployment: slug } }),
  },
  {
    endpoint: "open-investigation",
    rule: "changed",
    status: 201,
    request: ({ slug, teamId }) => ({ body: { title: "Slow", deployments: [slug], teamId } }),
  },
  {
    endpoint: "open-investigation",
    rule: "known",
    status: 201,
    request: ({ hiddenId }) => ({ body: { title: "Slow", baselineId: hiddenId } }),
  },
  {
    endpoint: "create-template",
    rule: "changed",
    status: 201,
    request: ({ teamId }) => ({ body: { name: `Template ${crypto.randomUUID()}`, teamId } }),
  },
  {
    endpoint: "edit-template",
    rule: "known",
    status: 412,
    request: ({ templateId }) => ({ params: { templateId }, body: { name: "Stolen" } }),
  },
  {
    endpoint: "delete-template",
    rule: "known",
    status: 412,
    request: ({ templateId }) => ({ params: { templateId } }),
  },
];
