/** Reviewing deployments: the states they go through, when one is gone, and what selectors may be. */
import type { LabelSelector, Pool, PoolRole } from "./deployment";

/** Proposed ones show everywhere: nobody has to accept anything before there are numbers. */
export const reviewStates = ["proposed", "accepted", "hidden"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Who had the last word; rows of a file are read-only on screen. */
export const deploymentManagers = ["discovered", "person", "file"] as const;
export type DeploymentManager = (typeof deploymentManagers)[number];

export const poolRoles = ["prefill", "decode", "both", "router"] as const satisfies readonly PoolRole[];

const hourMs = 3_600_000;
/** Not seen for this long, though its source answers, a deployment is gone. */
export const inactiveAfterMs = hourMs;
/** Gone for longer, it leaves pickers and the overview; its links go on working. */
export const unlistedAfterMs = 24 * hourMs;

interface Presence {
  /** Since when its source answers without it. */
  readonly missingSinceMs: number | null;
  readonly lastSeenAtMs: number;
}

/** When it was last seen, once it is gone; null while it is there, or while its source is what is missing. */
export function inactiveSinceMs({ missingSinceMs, lastSeenAtMs }: Presence, nowMs: number): number | null {
  if (missingSinceMs === null || nowMs - missingSinceMs < inactiveAfterMs) return null;
  return Math.min(lastSeenAtMs, missingSinceMs);
}

/** True for what pickers and the overview offer. */
export function isListed(deployment: Presence & { readonly review: ReviewState }, nowMs: number): boolean {
  const { review, missingSinceMs } = deployment;
  return review !== "hidden" && (missingSinceMs === null || nowMs - missingSinceMs < unlistedAfterMs);
}

/** Names that lists and pickers could not tell apart: small and capital letters, and ways to write the same letter, are one. */
export function isSameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

const labelName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;
export const selectorLimits = { pools: 8, selectors: 20, labels: 16, valueLength: 256 } as const;

/** What is wrong with one selector, as a sentence; null when nothing is. */
export function selectorError(one: LabelSelector): string | null {
  const entries = Object.entries(one);
  if (entries.every(([, value]) => value === ""))
    return "A selector needs at least one label with a value; without one it would match everything.";
  if (entries.length > selectorLimits.labels)
    return `At most ${selectorLimits.labels} labels in one selector.`;
  for (const [name, value] of entries) {
    if (!labelName.test(name)) return `“${name}” is not a label's name.`;
    if (name === "__name__") return "The metric's name is chosen by the signal; leave __name__ out.";
    if (value.length > selectorLimits.valueLength)
      return `The value of ${name} has ${value.length} characters; at most ${selectorLimits.valueLength} are possible.`;
    if (!value.isWellFormed() || value.includes("\u0000")) return `The value of ${name} is not text.`;
  }
  return null;
}

/** What is wrong with pools, as a sentence; null when nothing is. */
export function poolsError(pools: readonly Pool[]): string | null {
  if (pools.length === 0 || pools.length > selectorLimits.pools)
    return `A deployment has 1 to ${selectorLimits.pools} pools.`;
  if (pools.every(({ role }) => role === "router"))
    return "At least one pool must serve the model: prefill, decode or both. A router alone has no engine.";
  for (const { selectors } of pools) {
    if (selectors.length === 0) return "Every pool needs a selector.";
    if (selectors.length > selectorLimits.selectors)
      return `At most ${selectorLimits.selectors} selectors in one pool.`;
    const error = selectors.map(selectorError).find((one) => one !== null);
    if (error !== undefined) return error;
  }
  return null;
}

/** True when every series of `narrow` is one of `wide` too. */
export function covers(wide: LabelSelector, narrow: LabelSelector): boolean {
  return Object.entries(wide).every(([label, value]) => (narrow[label] ?? "") === value);
}

/** True when both name the same pools in the same order; the labels of a selector have none. */
export function samePools(a: readonly Pool[], b: readonly Pool[]): boolean {
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
      return other !== undefined && covers(one, other) && covers(other, one);
    })
  );
}
