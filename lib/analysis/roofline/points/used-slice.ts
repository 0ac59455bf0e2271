/** How much of peak and bandwidth a slice of time used, all phases together and idle time counted, how far that may be off, and of how many steps. */
import type { CounterPoints } from "./counter-points";
import type { CounterInput } from "./counter-reading";
import { rangeOf, together, turned, type Range } from "./expected-error";

export interface Share extends Range {
  readonly value: number;
}

/** Why a slice tells nothing. */
export type SliceGap =
  /** Its counters began within it, or nothing was scraped in much of it. */
  | { readonly kind: "not-covered" }
  | {
      readonly kind: "missing";
      readonly inputs: readonly CounterInput[];
      /** Those that cannot be told for it; the other may have its place in the trail. */
      readonly phases: readonly Phase[];
    };

type Phase = "decode" | "prefill";

export type UsedSlice = {
  /** End of the slice. */
  readonly atMs: number;
} & (
  | {
      readonly kind: "used";
      readonly mfu: Share;
      readonly mbu: Share;
      /** Of one instance. */
      readonly stepsPerSecond: number;
    }
  | { readonly kind: "gap"; readonly gap: SliceGap }
);

export function gapOf(atMs: number, gap: SliceGap): UsedSlice {
  return { atMs, kind: "gap", gap };
}

/** What averages add up to; what did not run adds nothing, what cannot be told leaves the whole untold. */
export function usedIn({ decode, prefill }: CounterPoints, atMs: number): UsedSlice {
  if (decode.kind === "cannot-tell" || prefill.kind === "cannot-tell")
    return gapOf(atMs, missingOf({ decode, prefill }));
  let mfu = nothing;
  let mbu = nothing;
  let stepsPerSecond = 0;
  for (const one of [decode, prefill]) {
    if (one.kind !== "placed") continue;
    const { error, ...average } = one.average;
    const time = turned(error.time);
    mfu = plus(mfu, average.mfu, rangeOf(average.mfu, together(error.flops, time)));
    mbu = plus(mbu, average.mbu, rangeOf(average.mbu, together(error.bytes, time)));
    stepsPerSecond += one.basis.stepsPerSecond;
  }
  return { atMs, kind: "used", mfu, mbu, stepsPerSecond };
}

function missingOf({ decode, prefill }: CounterPoints): SliceGap {
  const inputs = [decode, prefill].flatMap((one) => (one.kind === "cannot-tell" ? one.missing : []));
  const phases: readonly Phase[] = [
    ...(decode.kind === "cannot-tell" ? (["decode"] as const) : []),
    ...(prefill.kind === "cannot-tell" ? (["prefill"] as const) : []),
  ];
  return { kind: "missing", inputs: [...new Set(inputs)], phases };
}

const nothing: Share = { value: 0, lower: 0, upper: 0 };

/** Phases share the model's shape, so their errors go the same way: they add, and not in quadrature. */
function plus(sum: Share, value: number, { lower, upper }: Range): Share {
  return { value: sum.value + value, lower: sum.lower + lower, upper: sum.upper + upper };
}
