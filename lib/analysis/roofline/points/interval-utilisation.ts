/**
 * Utilisation of peak and bandwidth in an interval, over all phases and including idle time, with its expected error
 * and the number of steps.
 */
import type { CounterPoints } from "./counter-points";
import type { CounterInput } from "./counter-sample";
import { computeErrorRange, combineErrors, inverseError, type ErrorRange } from "./expected-error";

/** MFU or MBU of one interval (0 to 1), with the range of its expected error. */
export interface UtilisationShare extends ErrorRange {
  readonly value: number;
}

/** Reason why an interval has no MFU and MBU. */
export type UtilisationGap =
  /** The counters began within the interval, or many scrapes of the interval are missing. */
  | { readonly kind: "not-covered" }
  | {
      readonly kind: "missing";
      readonly inputs: readonly CounterInput[];
      /** Phases without a value. The other phase may still have a trail point. */
      readonly phases: readonly Phase[];
    };

type Phase = "decode" | "prefill";

/** MFU and MBU of one interval of the window, or why they are missing. */
export type IntervalUtilisation = {
  /** End of the interval. */
  readonly atMs: number;
} & (
  | {
      readonly kind: "used";
      readonly mfu: UtilisationShare;
      readonly mbu: UtilisationShare;
      /** Steps per second of one instance. */
      readonly stepsPerSecond: number;
    }
  | { readonly kind: "gap"; readonly gap: UtilisationGap }
);

/** Returns an interval without MFU and MBU. `atMs` is its end. */
export function createGapInterval(atMs: number, gap: UtilisationGap): IntervalUtilisation {
  return { atMs, kind: "gap", gap };
}

/**
 * Returns MFU and MBU of an interval: the averages of decode and prefill added. An idle phase adds 0; a
 * phase with missing inputs makes the interval a gap.
 */
export function intervalUtilisation({ decode, prefill }: CounterPoints, atMs: number): IntervalUtilisation {
  if (decode.kind === "cannot-tell" || prefill.kind === "cannot-tell")
    return createGapInterval(atMs, missingGap({ decode, prefill }));
  let mfu = zeroShare;
  let mbu = zeroShare;
  let stepsPerSecond = 0;
  for (const one of [decode, prefill]) {
    if (one.kind !== "available") continue;
    const { error, ...average } = one.average;
    const time = inverseError(error.time);
    mfu = addShare(mfu, average.mfu, computeErrorRange(average.mfu, combineErrors(error.flops, time)));
    mbu = addShare(mbu, average.mbu, computeErrorRange(average.mbu, combineErrors(error.bytes, time)));
    stepsPerSecond += one.meanStep.stepsPerSecond;
  }
  return { atMs, kind: "used", mfu, mbu, stepsPerSecond };
}

function missingGap({ decode, prefill }: CounterPoints): UtilisationGap {
  const inputs = [decode, prefill].flatMap((one) => (one.kind === "cannot-tell" ? one.missingInputs : []));
  const phases: readonly Phase[] = [
    ...(decode.kind === "cannot-tell" ? (["decode"] as const) : []),
    ...(prefill.kind === "cannot-tell" ? (["prefill"] as const) : []),
  ];
  return { kind: "missing", inputs: [...new Set(inputs)], phases };
}

const zeroShare: UtilisationShare = { value: 0, lower: 0, upper: 0 };

/**
 * Adds the share of a phase and its error range. The errors of both phases depend on the shape of the model, so they
 * are added directly and not in quadrature.
 */
function addShare(sum: UtilisationShare, value: number, { lower, upper }: ErrorRange): UtilisationShare {
  return { value: sum.value + value, lower: sum.lower + lower, upper: sum.upper + upper };
}
