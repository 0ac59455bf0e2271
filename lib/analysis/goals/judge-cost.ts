/**
 * The verdict on a limit of the cost per million output tokens:
 *
 *     cost = GPUs · price of a GPU hour / (output tokens per second · 3600) · 10⁶
 *
 * The window's average throughput counts, idle time included, because idle GPUs are paid too. A maximum cost is
 * equivalent to a minimum throughput, so the throughput is judged, and its verdict is the verdict on the cost.
 */
import type { GateSide } from "@/lib/analysis/gates/judge-gate";
import { costPerMillionTokens } from "@/lib/analysis/roofline/bounds/cost";
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import type { CostCondition, MeasuredValue } from "@/lib/model/investigation/goal";
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { judgeAbsoluteGoal } from "./judge-goal-target";
import { createUndecidedTarget, type CostBasis, type JudgedTarget } from "./judged-target";

/** Rate of output tokens, from which the cost per million tokens is computed. */
export const costTokenRate = { signal: "output-tokens", statistic: "rate" } as const satisfies MeasuredValue;

const gpuCountPath = "gpu.count";
const gpuModelPath = "gpu.model";

interface CostInput {
  readonly window: Pick<GateSide, "measured" | "environment">;
  /** Entered by a person or a file. There is no default price. */
  readonly price: GpuHourPrice | null;
  /** Number of GPUs that a person entered, which replaces the observed number. Null if none was entered. */
  readonly enteredCount: number | null;
}

/**
 * Pattern for a MIG instance, such as "1g.10gb" in the device name. It is a part of a GPU, so its cost is not the price
 * of a GPU.
 */
const migProfile = /\b\dg\.\d{1,3}gb\b/i;

/** Compares the cost per million output tokens in a window with the limit of a cost condition. */
export function judgeCost(
  { maxPerMillionTokens, currency }: CostCondition,
  { window, price, enteredCount }: CostInput,
): JudgedTarget {
  if (price === null) return createUndecidedTarget({ kind: "no-price" });
  if (price.currency !== currency)
    return createUndecidedTarget({ kind: "other-currency", currency: price.currency });
  const acceleratorCount = enteredCount ?? countObservedGpus(valuesOf(window.environment));
  if (!Number.isInteger(acceleratorCount) || acceleratorCount < 1)
    return createUndecidedTarget({ kind: "no-gpu-count" });
  const basis = { acceleratorCount, pricePerAcceleratorHour: price.perAcceleratorHour, currency };
  const minRate = toCost(basis, maxPerMillionTokens);
  const judged = judgeAbsoluteGoal({ kind: "at-least", ...costTokenRate, value: minRate }, window.measured);
  return judged.measured === null
    ? judged
    : withCost(judged, judged.measured, { basis, maxPerMillionTokens });
}

function valuesOf(environment: GateSide["environment"]): EnvironmentValues {
  return Object.fromEntries(Object.entries(environment).map(([path, { value }]) => [path, value]));
}

/** Returns the number of GPUs that exporters report; NaN if it is unknown, or counts parts of GPUs. */
export function countObservedGpus(values: EnvironmentValues): number {
  return migProfile.test(values[gpuModelPath] ?? "") ? Number.NaN : Number(values[gpuCountPath]);
}

interface CostLimit {
  readonly basis: CostBasis;
  readonly maxPerMillionTokens: number;
}

/**
 * Replaces the values of the throughput by the values of the cost. The ends of the interval are swapped, because a
 * higher throughput is a lower cost.
 */
function withCost(
  judged: JudgedTarget,
  { value, lower, upper, n }: NonNullable<JudgedTarget["measured"]>,
  { basis, maxPerMillionTokens }: CostLimit,
): JudgedTarget {
  if (value <= 0) {
    const detail = "No output tokens were generated in the window.";
    return createUndecidedTarget({ kind: "no-value", side: "window", detail });
  }
  const highest = lower > 0 ? toCost(basis, lower) : null;
  return {
    ...judged,
    measured: {
      value: toCost(basis, value),
      lower: upper === null ? 0 : toCost(basis, upper),
      upper: highest,
      n,
    },
    limit: maxPerMillionTokens,
    marginRatio: highest === null ? null : (maxPerMillionTokens - highest) / maxPerMillionTokens,
    cost: basis,
  };
}

/** Returns the cost at a throughput. Given a cost, it returns the throughput, because the formula is its inverse. */
function toCost({ pricePerAcceleratorHour, acceleratorCount }: CostBasis, tokensPerSecond: number): number {
  return costPerMillionTokens(pricePerAcceleratorHour, acceleratorCount, tokensPerSecond);
}
