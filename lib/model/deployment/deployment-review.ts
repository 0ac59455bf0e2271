/** Review of deployments: their review states, when they become inactive, and which selectors are valid. */
import type { LabelSelector, Pool, PoolRole } from "./deployment";

/**
 * Decisions of people about a discovered deployment. Proposed deployments are listed everywhere, before
 * anyone accepts them.
 */
export const reviewStates = ["proposed", "accepted", "hidden"] as const;
/** Decision of people about a discovered deployment. */
export type ReviewState = (typeof reviewStates)[number];

/**
 * Origin of the definition of a deployment: discovery without edits, the edits of a person, or the configuration file,
 * whose deployments are read-only in the UI.
 */
export const deploymentManagers = ["discovered", "person", "file"] as const;
/** Manager of a deployment: discovery, a person, or the configuration file. */
export type DeploymentManager = (typeof deploymentManagers)[number];

/** Roles that a pool can have. */
export const poolRoles = ["prefill", "decode", "both", "router"] as const satisfies readonly PoolRole[];

const hourMs = 3_600_000;
/** Time without data after which a deployment is inactive. It counts only while the source responds. */
export const inactiveAfterMs = hourMs;
/**
 * Time after which an inactive deployment is removed from pickers and the Overview. Links to it still work.
 */
export const unlistedAfterMs = 24 * hourMs;

interface Presence {
  /** Time since which the source has responded without data of the deployment; null if its data is present. */
  readonly missingSinceMs: number | null;
  readonly lastSeenAtMs: number;
}

/**
 * Returns when an inactive deployment was last seen. Null while it is active, or while its source does not
 * respond.
 */
export function inactiveSinceMs({ missingSinceMs, lastSeenAtMs }: Presence, nowMs: number): number | null {
  if (missingSinceMs === null || nowMs - missingSinceMs < inactiveAfterMs) return null;
  return Math.min(lastSeenAtMs, missingSinceMs);
}

/** Returns whether pickers and the Overview list a deployment. */
export function isListed(deployment: Presence & { readonly review: ReviewState }, nowMs: number): boolean {
  const { review, missingSinceMs } = deployment;
  return review !== "hidden" && (missingSinceMs === null || nowMs - missingSinceMs < unlistedAfterMs);
}

/** Returns whether two names would look equal in a list: it ignores case and Unicode compatibility forms. */
export function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

const labelName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;
const selectorLimits = { pools: 8, selectors: 20, labels: 16, valueLength: 256 } as const;

/** Returns what is wrong with a label selector, as a sentence; null for a valid selector. */
export function selectorError(selector: LabelSelector): string | null {
  const entries = Object.entries(selector);
  if (entries.every(([, value]) => value === ""))
    return "A selector needs at least one label with a value. Without a label, the selector would match all series.";
  if (entries.length > selectorLimits.labels)
    return `A selector has at most ${selectorLimits.labels} labels.`;
  for (const [name, value] of entries) {
    if (!labelName.test(name)) return `“${name}” is not a valid label name.`;
    if (name === "__name__") return "Remove __name__: the signal determines the metric name.";
    if (value.length > selectorLimits.valueLength)
      return `The value of ${name} has ${value.length} characters. The maximum is ${selectorLimits.valueLength}.`;
    if (!value.isWellFormed() || value.includes("\u0000")) return `The value of ${name} is not valid text.`;
  }
  return null;
}

/** Returns what is wrong with the pools of a deployment, as a sentence; null when they are valid. */
export function poolsError(pools: readonly Pool[]): string | null {
  if (pools.length === 0 || pools.length > selectorLimits.pools)
    return `A deployment has 1 to ${selectorLimits.pools} pools.`;
  if (pools.every(({ role }) => role === "router"))
    return "At least one pool must serve the model, with the role prefill, decode or both. A router does not run an engine.";
  for (const { selectors } of pools) {
    if (selectors.length === 0) return "Every pool needs a selector.";
    if (selectors.length > selectorLimits.selectors)
      return `A pool has at most ${selectorLimits.selectors} selectors.`;
    const error = selectors.map(selectorError).find((one) => one !== null);
    if (error !== undefined) return error;
  }
  return null;
}

/** Returns whether every series that the selector `narrow` matches also matches `wide`. */
export function includesSelector(wide: LabelSelector, narrow: LabelSelector): boolean {
  return Object.entries(wide).every(([label, value]) => (narrow[label] ?? "") === value);
}

/**
 * Returns whether two deployments have the same pools in the same order. The order of labels in a selector
 * does not matter.
 */
export function arePoolsEqual(a: readonly Pool[], b: readonly Pool[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ role, selectors }, index) => {
      const other = b[index];
      return role === other?.role && sameSelectors(selectors, other.selectors);
    })
  );
}

function sameSelectors(a: readonly LabelSelector[], b: readonly LabelSelector[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return other !== undefined && includesSelector(one, other) && includesSelector(other, one);
    })
  );
}
