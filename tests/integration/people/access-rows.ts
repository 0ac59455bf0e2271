/**
 * Who may call which endpoint, stated a second time and independently of the access policy. A new endpoint needs a row,
 * so a right is never given by mistake.
 */

/** Callers of the test. A token is named by its scope; an admin made it, except for `all scopes of a viewer`. */
export const callers = [
  "nobody",
  "viewer",
  "editor",
  "admin",
  "read",
  "write",
  "gate",
  "events",
  "all scopes of a viewer",
] as const;
export type CallerName = (typeof callers)[number];

interface AccessRow {
  readonly allowed: readonly CallerName[];
  /** Ids of contracts. */
  readonly endpoints: readonly string[];
}

const readers = ["viewer", "editor", "admin", "read", "all scopes of a viewer"] as const;
const editors = ["editor", "admin", "write"] as const;

export const accessRows: readonly AccessRow[] = [
  {
    allowed: callers,
    endpoints: [
      "health",
      "sign-in",
      "set-up",
      "set-password",
      "start-provider-sign-in",
      "finish-provider-sign-in",
      "open-display",
    ],
  },
  {
    allowed: ["viewer", "editor", "admin"],
    endpoints: [
      "session",
      "sign-out",
      "sessions",
      "end-session",
      "confirm-session",
      "confirmation-method",
      "second-factor",
      "start-second-factor",
      "enable-second-factor",
      "end-second-factor",
      "renew-recovery-codes",
      "edit-profile",
      "edit-theme",
      "change-password",
      "tokens",
      "create-token",
      "revoke-token",
    ],
  },
  { allowed: ["editor", "admin"], endpoints: ["displays", "create-display", "revoke-display"] },
  {
    allowed: ["admin"],
    endpoints: [
      "audit",
      "audit-choices",
      "export-audit",
      "edit-organisation",
      "edit-sign-in-rules",
      "people",
      "create-invitation",
      "delete-invitation",
      "edit-person",
      "remove-person",
      "create-team",
      "edit-team",
      "delete-team",
      "add-member",
      "remove-member",
      "reset-second-factor",
    ],
  },
  { allowed: [...readers, "events"], endpoints: ["events"] },
  { allowed: [...readers, "gate"], endpoints: ["gates", "gate"] },
  {
    allowed: readers,
    endpoints: [
      "overview",
      "deployments",
      "deployment-exporters",
      "deployment-trace-services",
      "discovery",
      "discovery-preview",
      "signals",
      "labels",
      "usual-ranges",
      "window-spreads",
      "data-check",
      "traces",
      "trace",
      "trace-first-rows",
      "trace-export",
      "trace-comparison",
      "trace-flow",
      "trace-meaning",
      "trace-operations",
      "trace-study",
      "open-traces",
      "span",
      "roofline",
      "roofline-summary",
      "accelerators",
      "accelerator-versions",
      "models",
      "model-versions",
      "preview-model",
      "export-roofline",
      "roofline-setting-versions",
      "baselines",
      "baseline",
      "assess-window",
      "baseline-drift",
      "export-baseline",
      "comparison",
      "export-comparison",
      "sources",
      "check-source",
      "notices",
      "organisation",
      "teams",
    ],
  },
  { allowed: [...editors, "events"], endpoints: ["create-event"] },
  { allowed: [...editors, "gate"], endpoints: ["create-gate"] },
  {
    allowed: editors,
    endpoints: [
      "review-deployment",
      "edit-roofline-setting",
      "add-accelerator",
      "add-model",
      "import-roofline",
      "edit-accelerator",
      "edit-model",
      "edit-event",
      "delete-event",
      "capture-baseline",
      "import-baseline",
      "edit-baseline",
      "set-default-baseline",
      "delete-baseline",
      "dismiss-notice",
    ],
  },
];

/** Returns whether the row of the endpoint names the caller. */
export function isAllowed(endpoint: string, caller: CallerName): boolean {
  return accessRows.some(
    ({ allowed, endpoints }) => endpoints.includes(endpoint) && allowed.includes(caller),
  );
}
