/** Why throughput stops growing, read at one batch from MBU, MFU and what the bytes are; the curve alone cannot tell. */
import { classifyBound, type StepTimes } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";

export type PlateauCause =
  /** Each further sequence brings its own bytes: a larger batch buys nothing, shorter contexts or a narrower cache do. */
  | { readonly kind: "kv-reads"; readonly kvRatio: number }
  /** Weights are shared by the batch: a larger one still pays. */
  | { readonly kind: "weight-reads"; readonly kvRatio: number }
  | { readonly kind: "compute" }
  | { readonly kind: "communication" }
  | { readonly kind: "overhead" }
  /** Memory and compute within 10 % of each other. */
  | { readonly kind: "mixed"; readonly kvRatio: number };

export function plateauCause(
  work: Pick<Work, "kvBytes" | "bytes">,
  times: StepTimes,
  utilisation: Utilisation,
): PlateauCause {
  const kvRatio = work.kvBytes / work.bytes;
  const bound = classifyBound(times, utilisation);
  if (bound === "memory") return { kind: kvRatio >= 0.5 ? "kv-reads" : "weight-reads", kvRatio };
  return bound === "mixed" ? { kind: bound, kvRatio } : { kind: bound };
}

export type BatchAdvice =
  | { readonly kind: "worth-trying" }
  | {
      readonly kind: "not-worth";
      readonly reasons: readonly ("nothing-waits" | "cache-full" | "kv-reads" | "compute")[];
    };

/**
 * For one instance, on average over five minutes: with one request waiting at all times a step has one sequence more to take. Less is
 * the moment between a request's arrival and the next step, which every engine shows.
 */
const minWaiting = 1;
const fullCache = 0.95;
const mostlyKv = 2 / 3;

/** A larger batch needs requests that wait, room in the cache, and bytes that it shares. */
export function batchAdvice(
  cause: PlateauCause,
  { waitingRequests, kvUsageRatio }: { readonly waitingRequests: number; readonly kvUsageRatio: number },
): BatchAdvice {
  const kvRatio = "kvRatio" in cause ? cause.kvRatio : 0;
  const reasons = [
    ...(waitingRequests >= minWaiting ? [] : (["nothing-waits"] as const)),
    ...(kvUsageRatio >= fullCache ? (["cache-full"] as const) : []),
    ...(kvRatio >= mostlyKv ? (["kv-reads"] as const) : []),
    ...(cause.kind === "compute" ? (["compute"] as const) : []),
  ];
  return reasons.length === 0 ? { kind: "worth-trying" } : { kind: "not-worth", reasons };
}
