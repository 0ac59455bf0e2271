/**
 * Cause of a throughput plateau, derived at one batch from MBU, MFU and the kind of bytes. The curve alone does not
 * show it.
 */
import { classifyBound, type StepTimes } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge-utilisation";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Limits } from "@/lib/model/deployment/limits";
import { isCacheFull, type CacheLoad, type CacheUsage } from "@/lib/model/status/cache-pressure";

/**
 * Reason why throughput grows little with larger batches. `kvBytesRatio` is the KV cache's share of the
 * bytes of a step.
 */
export type PlateauCause =
  /**
   * Each further sequence adds bytes to read, so a larger batch gains nothing. Shorter contexts or a narrower cache
   * format increase throughput.
   */
  | { readonly kind: "kv-reads"; readonly kvBytesRatio: number }
  /** Weights are read once for all sequences of a batch, so a larger batch still increases throughput. */
  | { readonly kind: "weight-reads"; readonly kvBytesRatio: number }
  | { readonly kind: "compute" }
  | { readonly kind: "communication" }
  | { readonly kind: "overhead" }
  /** Memory and compute are within 10 % of each other. */
  | { readonly kind: "mixed"; readonly kvBytesRatio: number };

/**
 * Returns why a larger batch adds little throughput, from the bytes, minimum times and utilisation of a
 * step.
 */
export function plateauCause(
  work: Pick<Work, "kvBytes" | "bytes">,
  times: StepTimes,
  utilisation: Utilisation,
): PlateauCause {
  const kvBytesRatio = work.kvBytes / work.bytes;
  const bound = classifyBound(times, utilisation);
  if (bound === "memory")
    return { kind: kvBytesRatio >= 0.5 ? "kv-reads" : "weight-reads", kvBytesRatio: kvBytesRatio };
  return bound === "mixed" ? { kind: bound, kvBytesRatio } : { kind: bound };
}

/** Advice whether a larger batch is worth trying, with the reasons if it is not. */
export type BatchAdvice =
  | { readonly kind: "worth-trying" }
  | {
      readonly kind: "not-worth";
      readonly reasons: readonly ("nothing-waits" | "cache-full" | "kv-reads" | "compute")[];
    };

/**
 * Smallest mean number of waiting requests of one instance over five minutes for which a larger batch is advised: one
 * request always waits, so each step could include a further sequence. Smaller means only show that requests wait for
 * the start of the next step, as in every engine.
 */
const minWaiting = 1;
const mostlyKv = 2 / 3;

/**
 * Returns whether a full KV cache prevents waiting requests from running. False if the cache usage or the number of
 * waiting requests is unknown.
 */
export function isBatchLimitedByCache({ waitingRequests, ...usage }: CacheLoad, limits: Limits): boolean {
  return waitingRequests !== null && waitingRequests >= minWaiting && isCacheFull(usage, limits) === true;
}

/**
 * Returns whether a larger batch is worth trying. That requires waiting requests, a KV cache that is not
 * full, and weight reads that a larger batch shares.
 */
export function batchAdvice(
  cause: PlateauCause,
  { waitingRequests, ...usage }: CacheUsage & { readonly waitingRequests: number },
  limits: Limits,
): BatchAdvice {
  const kvBytesRatio = "kvBytesRatio" in cause ? cause.kvBytesRatio : 0;
  const reasons = [
    ...(waitingRequests >= minWaiting ? [] : (["nothing-waits"] as const)),
    ...(isCacheFull(usage, limits) === true ? (["cache-full"] as const) : []),
    ...(kvBytesRatio >= mostlyKv ? (["kv-reads"] as const) : []),
    ...(cause.kind === "compute" ? (["compute"] as const) : []),
  ];
  return reasons.length === 0 ? { kind: "worth-trying" } : { kind: "not-worth", reasons };
}
