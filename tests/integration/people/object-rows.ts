/**
 * The rights of each endpoint to objects of another team, stated independently of the access policy. An endpoint that
 * takes an object needs a row, or an entry with the reason why teams do not decide.
 */
import { investigationRows } from "./investigation-rows";

/** Objects of one team. Outsiders are not in this team. */
export interface TeamObjects {
  readonly slug: string;
  readonly deploymentId: string;
  readonly openId: string;
  /** Open, but not the default of the deployment. */
  readonly otherOpenId: string;
  readonly hiddenId: string;
  readonly hiddenName: string;
  readonly gateId: string;
  /** Its team-only baseline was deleted. */
  readonly formerGateId: string;
  readonly eventId: string;
  readonly commentId: string;
  /** Event of all deployments. */
  readonly fleetEventId: string;
  readonly noticeId: string;
  readonly teamId: string;
  readonly templateId: string;
  /** Numbers of investigations: of the team and open, of the team and hidden, and without a team. */
  readonly investigations: Readonly<Record<"open" | "hidden" | "shared", number>>;
}

export interface SentRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * everyone: outsiders get the same answer as members. changed: outsiders get 403. known: outsiders get 404, with the
 * answer of an object that does not exist.
 */
type ObjectRule = "everyone" | "changed" | "known";

export interface ObjectRow {
  readonly endpoint: string;
  readonly rule: ObjectRule;
  readonly request: (objects: TeamObjects) => SentRequest;
  /** Status for members and admins. Edits name an outdated version, so that they change nothing. */
  readonly status: number;
  /** Present for content that viewers may not change, although they may call the endpoint. */
  readonly isForEditors?: true;
}

const window = { from: "now-1h", to: "now" };
const question = { v: 1, signals: ["ttft"], statistics: ["p95"], window };
const series = [{ signal: "ttft", statistic: "p95" }];
const rules = ["ttft.p95=10%"];

const delivery = { id: "deploy-4711", kind: "deploy", title: "v2" };

const reads = (endpoint: string, request: ObjectRow["request"], status = 200): ObjectRow => ({
  endpoint,
  rule: "everyone",
  request,
  status,
});
const changes = (endpoint: string, request: ObjectRow["request"], status = 412): ObjectRow => ({
  endpoint,
  rule: "changed",
  request,
  status,
});
const hides = (endpoint: string, request: ObjectRow["request"], status = 200): ObjectRow => ({
  endpoint,
  rule: "known",
  request,
  status,
});
const forEditors = (row: ObjectRow): ObjectRow => ({ ...row, isForEditors: true });

const ofDeployment = ({ slug }: TeamObjects): SentRequest => ({ query: { deployment: slug } });
const byDeploymentId = ({ deploymentId }: TeamObjects): SentRequest => ({ params: { deploymentId } });
const openBaseline = ({ openId }: TeamObjects): SentRequest => ({ params: { baselineId: openId } });
const hiddenBaseline = ({ hiddenId }: TeamObjects): SentRequest => ({ params: { baselineId: hiddenId } });
const sides = (before: string, after: string): SentRequest => ({ query: { before, after } });

const deploymentReads: readonly ObjectRow[] = [
  reads("overview", ofDeployment),
  reads("labels", ofDeployment, 502),
  reads("data-check", ofDeployment, 502),
  reads("assess-window", ({ slug }) => ({ query: { deployment: slug, ...window } }), 502),
  reads("baselines", ofDeployment),
  reads("events", ofDeployment),
  reads("gates", ofDeployment),
  reads("roofline", ofDeployment, 502),
  reads("roofline-summary", ofDeployment),
  reads("traces", ofDeployment),
  reads("trace-flow", ofDeployment),
  reads("trace-study", ofDeployment),
  reads("trace-comparison", ofDeployment, 502),
  reads("deployment-exporters", byDeploymentId, 502),
  reads("deployment-trace-services", byDeploymentId, 502),
  reads("roofline-setting-versions", byDeploymentId),
  reads("discovery-preview", ({ deploymentId }) => ({ body: { deploymentId } }), 502),
  reads("trace-meaning", ({ deploymentId }) => ({ body: { deploymentId } })),
  reads("signals", ({ slug }) => ({
    body: { questions: [{ key: "ttft", question: { ...question, scope: { deployment: slug } } }] },
  })),
  reads("usual-ranges", ({ slug }) => ({ body: { deployment: slug, window, series } })),
  reads("window-spreads", ({ slug }) => ({ body: { deployment: slug, window, series } })),
];

const eventChanges: readonly ObjectRow[] = [
  changes("create-event", ({ slug }) => ({ body: { kind: "deploy", title: "v2", deployment: slug } }), 201),
  // An event of all deployments also changes the data of the team's deployment.
  changes("create-event", () => ({ body: { kind: "deploy", title: "v2" } }), 201),
  changes("create-event", () => ({ body: { kind: "exclusion", reason: "incident", title: "power" } }), 201),
  changes("receive-event", ({ slug }) => ({ body: { ...delivery, deployment: slug } }), 200),
  changes("receive-event", () => ({ body: { ...delivery, id: "deploy-4712" } }), 200),
  changes("edit-event", ({ eventId }) => ({ params: { eventId }, body: { title: "v3" } })),
  changes("edit-event", ({ commentId }) => ({ params: { eventId: commentId }, body: { title: "fast" } })),
  changes("edit-event", ({ fleetEventId }) => ({ params: { eventId: fleetEventId }, body: { title: "v3" } })),
  changes("delete-event", ({ eventId }) => ({ params: { eventId } })),
  changes("delete-event", ({ commentId }) => ({ params: { eventId: commentId } })),
  changes("delete-event", ({ fleetEventId }) => ({ params: { eventId: fleetEventId } })),
];

const deploymentChanges: readonly ObjectRow[] = [
  changes("review-deployment", (o) => ({ ...byDeploymentId(o), body: { title: "Stolen" } })),
  changes("review-deployment", (o) => ({ ...byDeploymentId(o), body: { teamId: null } })),
  changes("edit-roofline-setting", (o) => ({ ...byDeploymentId(o), body: { acceleratorCount: 8 } })),
  changes("dismiss-notice", ({ noticeId }) => ({ params: { noticeId } }), 200),
  reads("create-event", ({ slug }) => ({ body: { kind: "comment", title: "slow", deployment: slug } }), 201),
  reads("create-event", () => ({ body: { kind: "comment", title: "slow" } }), 201),
  ...eventChanges.map(forEditors),
  changes(
    "capture-baseline",
    ({ slug }) => ({ body: { deployment: slug, ...window, name: `Mine ${crypto.randomUUID()}` } }),
    202,
  ),
];

const baselineRows: readonly ObjectRow[] = [
  reads("baseline", openBaseline),
  hides("baseline", hiddenBaseline),
  reads("baseline-drift", openBaseline),
  hides("baseline-drift", hiddenBaseline),
  reads("export-baseline", openBaseline),
  hides("export-baseline", hiddenBaseline),
  changes("edit-baseline", (o) => ({ ...openBaseline(o), body: { name: "Mine" } })),
  changes("edit-baseline", (o) => ({ ...openBaseline(o), body: { teamId: null } })),
  hides("edit-baseline", (o) => ({ ...hiddenBaseline(o), body: { visibility: "open" } }), 412),
  changes("delete-baseline", openBaseline),
  hides("delete-baseline", hiddenBaseline, 412),
  changes("set-default-baseline", (o) => ({ ...openBaseline(o), body: { reason: "stable" } }), 201),
  hides("set-default-baseline", (o) => ({ ...hiddenBaseline(o), body: { reason: "stable" } }), 409),
  changes(
    "remove-default-baseline",
    ({ otherOpenId }) => ({ params: { baselineId: otherOpenId }, body: { reason: "too old" } }),
    409,
  ),
  hides("remove-default-baseline", (o) => ({ ...hiddenBaseline(o), body: { reason: "too old" } }), 409),
  reads("comparison", ({ openId, slug }) => sides(`deployment:${slug}`, `baseline:${openId}`)),
  hides("comparison", ({ openId, hiddenId }) => sides(`baseline:${hiddenId}`, `baseline:${openId}`)),
  hides("comparison", ({ openId, hiddenId }) => sides(`baseline:${openId}`, `baseline:${hiddenId}`)),
  reads("export-comparison", ({ openId }) => sides(`baseline:${openId}`, `baseline:${openId}`)),
  hides("export-comparison", ({ openId, hiddenId }) => sides(`baseline:${hiddenId}`, `baseline:${openId}`)),
  reads("create-gate", ({ slug, openId }) => ({ body: { deployment: slug, baseline: openId, rules } }), 201),
  hides(
    "create-gate",
    ({ slug, hiddenId }) => ({ body: { deployment: slug, baseline: hiddenId, rules } }),
    201,
  ),
  hides(
    "create-gate",
    ({ slug, hiddenName }) => ({ body: { deployment: slug, baseline: hiddenName, rules } }),
    201,
  ),
  hides("gate", ({ gateId }) => ({ params: { gateId } })),
  hides("gate", ({ formerGateId }) => ({ params: { gateId: formerGateId } })),
];

export const objectRows: readonly ObjectRow[] = [
  ...deploymentReads,
  ...deploymentChanges,
  ...baselineRows,
  ...investigationRows,
];

/** Endpoints that refuse service accounts, because a person must decide. */
export const endpointsOfPeople: ReadonlySet<string> = new Set(["approve-experiment", "decide-experiment"]);

/** Endpoints that take an object of which teams do not decide, with the reason. */
export const endpointsWithoutTeams: Readonly<Record<string, string>> = {
  "import-baseline": "a separate test, because its body is a document",
  "import-roofline": "a separate test, because it refuses single settings",
  "accelerator-versions": "hardware belongs to everyone",
  "model-versions": "models belong to everyone",
  "edit-accelerator": "hardware belongs to everyone",
  "edit-model": "models belong to everyone",
  "check-source": "sources belong to everyone",
  trace: "traces belong to their source",
  "trace-first-rows": "traces belong to their source",
  "trace-export": "traces belong to their source",
  span: "traces belong to their source",
  "create-invitation": "only admins manage people",
  "delete-invitation": "only admins manage people",
  "edit-person": "only admins manage people",
  "add-service-account": "only admins manage service accounts",
  "edit-service-account": "only admins manage service accounts",
  "remove-service-account": "only admins manage service accounts",
  "create-account-token": "only admins manage service accounts",
  "edit-team": "only admins manage teams",
  "delete-team": "only admins manage teams",
  "add-member": "only admins manage teams",
  "remove-member": "only admins manage teams",
  "remove-person": "only admins manage people",
  "reset-second-factor": "only admins manage people",
  "end-session": "only the own sessions, see own-sessions.test.ts",
  "create-display": "its deployment is only shown first, see displays.test.ts",
  "revoke-display": "only the own links, see displays.test.ts",
  "shared-report": "everyone who has the link, see reports.test.ts",
  "add-webhook": "only admins manage webhooks",
  "edit-webhook": "only admins manage webhooks",
  "renew-webhook-secret": "only admins manage webhooks",
  "test-webhook": "only admins manage webhooks",
  "delete-webhook": "only admins manage webhooks",
  "revoke-token": "only the own tokens, see tokens.test.ts",
};
