/**
 * The access policy: which role may apply which verb to which object, and which of these rights each endpoint needs.
 * Requests that this table does not allow are refused.
 */
import type { Role, TokenScope } from "@/lib/model/person";
import { includesRole } from "./roles";

/** Lowest role that has the right, by object and verb. If an object lacks a verb, no role has this right. */
const rights = {
  audit: { view: "admin" },
  baseline: { view: "viewer", create: "editor", edit: "editor", delete: "editor" },
  /** Every person who may read an investigation may comment on it. */
  comment: { create: "viewer", edit: "viewer" },
  /** Events of the kind `comment`, which change no data that baselines, gates and comparisons use. */
  "comment-event": { create: "viewer", edit: "viewer", delete: "viewer" },
  /** Events that a program sends as a webhook. */
  delivery: { create: "editor" },
  deployment: { view: "viewer", edit: "editor" },
  /** Links of wall displays. */
  display: { view: "editor", create: "editor", delete: "editor" },
  /** The caller's own unsaved input. */
  draft: { view: "viewer", edit: "viewer", delete: "viewer" },
  event: { view: "viewer", create: "editor", edit: "editor", delete: "editor" },
  gate: { view: "viewer", create: "editor" },
  hardware: { view: "viewer", create: "editor", edit: "editor" },
  investigation: { view: "viewer", create: "editor", edit: "editor" },
  /** Servers that are not configured yet. Ridgepoint queries the URLs that the caller enters. */
  "new-source": { view: "admin" },
  notice: { view: "viewer", edit: "editor" },
  organisation: { view: "viewer", edit: "admin" },
  /** The caller's own name, password and display settings. */
  profile: { edit: "viewer" },
  person: { view: "admin", create: "admin", edit: "admin", delete: "admin" },
  /** Links that show a report without a sign-in. */
  "report-link": { view: "editor", create: "editor", delete: "editor" },
  /** Accounts of programs, with their API tokens. */
  "service-account": { view: "admin", create: "admin", edit: "admin", delete: "admin" },
  signal: { view: "viewer" },
  source: { view: "viewer" },
  /** Only the members of its team and admins may read a template that belongs to a team. */
  template: { view: "viewer", create: "editor", edit: "editor", delete: "editor" },
  team: { view: "viewer", create: "admin", edit: "admin", delete: "admin" },
  token: { view: "viewer", create: "viewer", delete: "viewer" },
  trace: { view: "viewer" },
  /** Addresses to which the server sends messages. */
  webhook: { view: "admin", create: "admin", edit: "admin", delete: "admin" },
} as const satisfies Readonly<Record<string, Partial<Record<AccessVerb, Role>>>>;

/**
 * Kind of access to an object. `view` changes nothing, even if the request is a POST because its query is
 * too large for a URL.
 */
export type AccessVerb = "view" | "create" | "edit" | "delete";

type Rights = typeof rights;

/** A verb and its object, such as `edit baseline`. */
export type AccessRight = { [O in keyof Rights]: `${keyof Rights[O] & AccessVerb} ${O}` }[keyof Rights];

/**
 * Rights that a token can have, by scope. The service account of the token, or the person who created it, must have the
 * right too. No scope gives access to tokens, people, the audit trail, or the settings of the organisation.
 */
const scopeRights = {
  read: [
    "view baseline",
    "view deployment",
    "view event",
    "view gate",
    "view hardware",
    "view investigation",
    "view notice",
    "view organisation",
    "view signal",
    "view source",
    "view team",
    "view template",
    "view trace",
  ],
  write: [
    "create baseline",
    "edit baseline",
    "delete baseline",
    "create comment",
    "edit comment",
    "create comment-event",
    "edit comment-event",
    "delete comment-event",
    "edit deployment",
    "create event",
    "edit event",
    "delete event",
    "create gate",
    "create hardware",
    "edit hardware",
    "create investigation",
    "edit investigation",
    "edit notice",
    "create template",
    "edit template",
    "delete template",
  ],
  gate: ["view gate", "create gate"],
  events: ["view event", "create comment-event", "create event"],
  webhook: ["create delivery"],
} as const satisfies Readonly<Record<TokenScope, readonly AccessRight[]>>;

/** Right that an endpoint needs, by the id of its contract. `public` needs no sign-in, `self` needs only a sign-in. */
const endpointRights = {
  health: "public",
  "api-description": "public",
  "sign-in": "public",
  "set-up": "public",
  "set-password": "public",
  "start-provider-sign-in": "public",
  "finish-provider-sign-in": "public",
  "open-display": "public",
  "shared-report": "public",
  session: "self",
  "sign-out": "self",
  sessions: "self",
  "end-session": "self",
  "confirm-session": "self",
  "confirmation-method": "self",
  "second-factor": "self",
  "start-second-factor": "self",
  "enable-second-factor": "self",
  "end-second-factor": "self",
  "renew-recovery-codes": "self",
  "change-password": "self",

  overview: "view deployment",
  deployments: "view deployment",
  "deployment-exporters": "view deployment",
  "deployment-trace-services": "view deployment",
  discovery: "view deployment",
  "discovery-preview": "view deployment",
  "review-deployment": "edit deployment",

  signals: "view signal",
  labels: "view signal",
  "usual-ranges": "view signal",
  "window-spreads": "view signal",
  "data-check": "view signal",

  traces: "view trace",
  trace: "view trace",
  "trace-first-rows": "view trace",
  "trace-export": "view trace",
  "trace-comparison": "view trace",
  "trace-flow": "view trace",
  "trace-meaning": "view trace",
  "trace-operations": "view trace",
  "trace-study": "view trace",
  "open-traces": "view trace",
  span: "view trace",

  roofline: "view hardware",
  "roofline-summary": "view hardware",
  accelerators: "view hardware",
  "accelerator-versions": "view hardware",
  models: "view hardware",
  "model-versions": "view hardware",
  "preview-model": "view hardware",
  "export-roofline": "view hardware",
  "roofline-setting-versions": "view hardware",
  "add-accelerator": "create hardware",
  "add-model": "create hardware",
  "import-roofline": "create hardware",
  "edit-accelerator": "edit hardware",
  "edit-model": "edit hardware",
  "edit-roofline-setting": "edit deployment",

  events: "view event",
  // Services require the rights of the object `event` for kinds of events other than comments.
  "create-event": "create comment-event",
  "receive-event": "create delivery",
  "edit-event": "edit comment-event",
  "delete-event": "delete comment-event",

  baselines: "view baseline",
  baseline: "view baseline",
  "assess-window": "view baseline",
  "baseline-drift": "view baseline",
  "export-baseline": "view baseline",
  comparison: "view baseline",
  "export-comparison": "view baseline",
  "capture-baseline": "create baseline",
  "import-baseline": "create baseline",
  "edit-baseline": "edit baseline",
  "set-default-baseline": "edit baseline",
  "remove-default-baseline": "edit baseline",
  "delete-baseline": "delete baseline",

  gates: "view gate",
  gate: "view gate",
  "create-gate": "create gate",

  investigations: "view investigation",
  investigation: "view investigation",
  "investigation-people": "view investigation",
  "investigation-round": "view investigation",
  "collected-data": "view investigation",
  "goal-check": "view investigation",
  "export-investigation": "view investigation",
  timeline: "view investigation",
  "investigation-evidence": "view investigation",
  "evidence-answer": "view investigation",
  "evidence-file": "view investigation",
  "live-evidence": "view investigation",
  "experiment-result": "view investigation",
  "validation-preview": "view investigation",
  validations: "view investigation",
  validation: "view investigation",
  "rollback-hooks": "view investigation",
  "for-you": "view investigation",
  "open-investigation": "create investigation",
  "edit-investigation": "edit investigation",
  "change-investigation-state": "edit investigation",
  "start-round": "edit investigation",
  "go-to-step": "edit investigation",
  "change-step-state": "edit investigation",
  "save-step": "edit investigation",
  "add-hypothesis": "edit investigation",
  "edit-hypothesis": "edit investigation",
  "rank-hypotheses": "edit investigation",
  "add-experiment": "edit investigation",
  "edit-experiment": "edit investigation",
  "remove-experiment": "edit investigation",
  "change-experiment-state": "edit investigation",
  "add-experiment-score": "edit investigation",
  "decide-experiment": "edit investigation",
  "approve-experiment": "edit investigation",
  "store-validation": "edit investigation",
  "end-watch": "edit investigation",
  "fire-rollback-hook": "edit investigation",
  "add-note": "edit investigation",
  "keep-evidence": "edit investigation",
  "add-evidence-file": "edit investigation",
  "link-evidence": "edit investigation",
  "remove-evidence": "edit investigation",
  "add-timeline-entry": "edit investigation",
  "edit-timeline-entry": "edit investigation",
  "pin-timeline-entry": "edit investigation",
  "set-participant": "edit investigation",
  "remove-participant": "edit investigation",
  "add-relation": "edit investigation",
  "remove-relation": "edit investigation",
  "investigation-report": "view investigation",
  "case-study": "view investigation",
  "case-studies": "view investigation",
  "edit-case-study": "edit investigation",
  "report-links": "view report-link",
  "create-report-link": "create report-link",
  "revoke-report-link": "delete report-link",
  templates: "view template",
  "create-template": "create template",
  "edit-template": "edit template",
  "delete-template": "delete template",
  "add-comment": "create comment",
  "edit-comment": "edit comment",
  drafts: "view draft",
  "save-draft": "edit draft",
  "delete-draft": "delete draft",

  "edit-profile": "edit profile",
  "edit-theme": "edit profile",

  webhooks: "view webhook",
  "add-webhook": "create webhook",
  "edit-webhook": "edit webhook",
  "renew-webhook-secret": "edit webhook",
  "test-webhook": "edit webhook",
  "delete-webhook": "delete webhook",

  people: "view person",
  "create-invitation": "create person",
  "delete-invitation": "create person",
  "edit-person": "edit person",
  "remove-person": "delete person",
  "reset-second-factor": "edit person",

  "service-accounts": "view service-account",
  "add-service-account": "create service-account",
  "edit-service-account": "edit service-account",
  "create-account-token": "edit service-account",
  "remove-service-account": "delete service-account",

  teams: "view team",
  "create-team": "create team",
  "edit-team": "edit team",
  "delete-team": "delete team",
  "add-member": "edit team",
  "remove-member": "edit team",

  sources: "view source",
  "check-source": "view source",
  "preview-sources": "view new-source",
  notices: "view notice",
  "dismiss-notice": "edit notice",
  organisation: "view organisation",
  "edit-organisation": "edit organisation",
  "edit-sign-in-rules": "edit organisation",
  tokens: "view token",
  "create-token": "create token",
  "revoke-token": "delete token",
  displays: "view display",
  "create-display": "create display",
  "revoke-display": "delete display",
  audit: "view audit",
  "audit-choices": "view audit",
  "export-audit": "view audit",
} as const satisfies Readonly<Record<string, AccessRight | "public" | "self">>;

/** Objects whose changes give or remove access. The caller must have confirmed their identity shortly before such a change. */
const confirmedObjects: ReadonlySet<string> = new Set([
  "display",
  "person",
  "report-link",
  "service-account",
  "team",
  "token",
  "webhook",
] satisfies (keyof Rights)[]);

/** Id of a contract that has a rule. */
export type ContractIdWithAccessRule = keyof typeof endpointRights;

/** Who may call an endpoint. */
export type AccessRule =
  | { readonly kind: "public" }
  /** The endpoint reads and changes only data of the caller, so every caller who signed in may call it. */
  | { readonly kind: "self" }
  | RoleRule;

/** The lowest role that may apply the verb to the object. */
export interface RoleRule {
  readonly kind: "role";
  readonly verb: AccessVerb;
  readonly object: string;
  readonly lowestRole: Role;
}

/** Ids of all contracts that have an access rule. */
export const contractIdsWithAccessRule: readonly string[] = Object.keys(endpointRights);

/** Returns the access rule of a contract's endpoint. If it is undefined, the request must be refused. */
export function findAccessRule(contractId: string): AccessRule | undefined {
  if (!Object.hasOwn(endpointRights, contractId)) return undefined;
  const right = endpointRights[contractId as keyof typeof endpointRights];
  return right === "public" || right === "self" ? { kind: right } : findRoleRule(right);
}

/** Returns the rule of a right. Undefined if no role has the right. */
export function findRoleRule(right: AccessRight): RoleRule | undefined {
  const [verb, object] = right.split(" ") as [AccessVerb, keyof Rights];
  const lowestRole = findLowestRole(right);
  return lowestRole === undefined ? undefined : { kind: "role", verb, object, lowestRole };
}

/** Returns whether a person must have confirmed their identity shortly before the request. */
export function needsConfirmation(contractId: string): boolean {
  const rule = findAccessRule(contractId);
  return rule?.kind === "role" && rule.verb !== "view" && confirmedObjects.has(rule.object);
}

/** Returns the token scopes that permit a call of the endpoint. */
export function listEndpointScopes(contractId: string): readonly TokenScope[] {
  const rule = findAccessRule(contractId);
  if (rule?.kind !== "role") return [];
  const right = `${rule.verb} ${rule.object}`;
  return scopes.filter((scope) => scopeRights[scope].some((one) => one === right));
}

/**
 * Returns the scopes that a person with this role may give to a token: those that permit only what the role
 * permits.
 */
export function listRoleScopes(role: Role): readonly TokenScope[] {
  return scopes.filter((scope) =>
    scopeRights[scope].every((right) => {
      const lowestRole = findLowestRole(right);
      return lowestRole !== undefined && includesRole(role, lowestRole);
    }),
  );
}

const scopes = Object.keys(scopeRights) as readonly TokenScope[];

function findLowestRole(right: AccessRight): Role | undefined {
  const [verb, object] = right.split(" ") as [AccessVerb, keyof Rights];
  const lowestRoles: Partial<Record<AccessVerb, Role>> = rights[object];
  return lowestRoles[verb];
}
