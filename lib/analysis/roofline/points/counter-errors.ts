/**
 * Expected errors of points from counters. Bytes ± 5 %, ± 20 % with experts, whose routing is skewed. FLOPs ± 3 % in
 * decode, ± 10 % in prefill. The error of the mean context adds to attention and cache.
 *
 * The time of a decode-only step is the mean step minus prefill, so its error grows with the share p of time in
 * prefill, as p / (1 − p). With experts, step time depends strongly on the batch, and token gaps, which count once per
 * sequence, estimate it less well. The number of prompts per step is an estimate that degrades with more concurrent
 * prompts. This error affects the weights and the decode cache that are attributed to each prompt. Checked against a
 * simulated engine over models, lengths and loads up to saturation.
 */
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import {
  symmetricError,
  noError,
  combineErrors,
  type PointError,
  type RelativeError,
} from "./expected-error";
import type { MeanContext } from "./mean-context";

interface ErrorFacts {
  readonly work: Work;
  readonly context: MeanContext | null;
  readonly hasExperts: boolean;
  /** Share of time in prefill; 0 if unknown. */
  readonly prefillRatio: number;
}

/**
 * Returns the expected error of the decode point from token counters. `isPrefillSubtracted` is true if the
 * step time excludes prefill.
 */
export function decodePointError(facts: ErrorFacts & { readonly isPrefillSubtracted: boolean }): PointError {
  const { hasExperts, isPrefillSubtracted, prefillRatio } = facts;
  const timeRatio = hasExperts ? 0.13 : isPrefillSubtracted ? 0.03 : 0.1;
  const remainderError = Math.min(1, (0.2 * prefillRatio) / Math.max(1 - prefillRatio, 0.05));
  return {
    ...workErrors(facts, 0.03),
    time: combineErrors(symmetricError(timeRatio), symmetricError(remainderError)),
  };
}

/** Returns the expected error of the prefill point from token counters. */
export function prefillPointError(facts: ErrorFacts): PointError {
  const { prefillRatio } = facts;
  const { flops, bytes } = workErrors(facts, 0.1);
  const crowding = prefillRatio ** 2;
  const perStep = { lowerByRatio: 0.6 * crowding, higherByRatio: 0.9 * crowding };
  return {
    flops,
    bytes: combineErrors(bytes, perStep),
    time: combineErrors(symmetricError(0.1), symmetricError(0.1 * prefillRatio)),
  };
}

function workErrors(
  { work, context, hasExperts }: ErrorFacts,
  flopsRatio: number,
): Pick<PointError, "flops" | "bytes"> {
  return {
    flops: combineErrors(symmetricError(flopsRatio), contextError(context, work.attentionFlops / work.flops)),
    bytes: combineErrors(
      symmetricError(hasExperts ? 0.2 : 0.05),
      contextError(context, work.kvBytes / work.bytes),
    ),
  };
}

/**
 * Returns the error of the work that an error of the mean context causes. `share` is the share of the work that grows
 * with the context.
 */
function contextError(context: MeanContext | null, share: number): RelativeError {
  return context === null
    ? noError
    : symmetricError(Math.max(context.error.lowerByRatio, context.error.higherByRatio) * share);
}
