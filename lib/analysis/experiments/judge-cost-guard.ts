/**
 * Judges the cost per million output tokens of two arms:
 *
 *     cost = GPUs · price of a GPU hour / (output tokens per second · 3600) · 10⁶
 *
 * Idle time counts, as in the cost of a goal. A block is judged by its output tokens per unit of money, because a block
 * without tokens has no cost. Output tokens per unit of money are the inverse of the cost, so the verdict on them is
 * also the verdict on the cost.
 */
import { costTokenRate } from "@/lib/analysis/goals/judge-cost";
import { costPerMillionTokens } from "@/lib/analysis/roofline/bounds/cost";
import { listBlockValues, type ArmBlocks } from "./arm-blocks";
import { judgeMeasure, type JudgedMeasure, type MeasureOptions } from "./judge-measure";

/** Price of a GPU hour of an arm, and the number of its GPUs in each block. */
export interface ArmCost {
  readonly pricePerGpuHour: number;
  readonly currency: string;
  /** Number of GPUs in each block of the arm. */
  readonly gpuCounts: readonly number[];
}

/** Reason why the cost of an arm is unknown. */
export type UnknownCost = "no-price" | "no-gpu-count";

/** Cost of an arm, or why it is unknown. */
export type CostFact = ArmCost | UnknownCost;

/** Result of the guard that compares the cost of the arms. */
export interface JudgedCost {
  /** Null if a cost is unknown, or the arms have different currencies. Means are costs in the currency. */
  readonly measure: JudgedMeasure | null;
  /** Reason why the cost was not judged; null if it was. */
  readonly reason: UnknownCost | "other-currency" | null;
}

type ArmPair<T> = readonly [reference: T, changed: T];

/**
 * Judges whether the changed arm costs more per million output tokens. Costs are scaled by the price and the
 * first GPU count of the reference arm, so that the means are amounts of money.
 */
export function judgeCostGuard(
  blocks: ArmPair<ArmBlocks>,
  [reference, changed]: ArmPair<CostFact>,
  options: MeasureOptions,
): JudgedCost {
  if (typeof reference === "string") return { measure: null, reason: reference };
  if (typeof changed === "string") return { measure: null, reason: changed };
  const { currency, pricePerGpuHour } = reference;
  if (changed.currency !== currency) return { measure: null, reason: "other-currency" };
  const [gpuCount = 1] = reference.gpuCounts;
  const listRates = ({ measured }: ArmBlocks, cost: ArmCost): Float64Array =>
    listBlockValues(
      measured,
      costTokenRate,
      cost.gpuCounts.map((count) => (count * cost.pricePerGpuHour) / (gpuCount * pricePerGpuHour)),
    ).subarray(0, options.plannedBlocks);
  const judged = judgeMeasure(
    costTokenRate,
    [listRates(blocks[0], reference), listRates(blocks[1], changed)],
    options,
  );
  const toCost = (rate: number | null): number | null =>
    rate === null || rate <= 0 ? null : costPerMillionTokens(pricePerGpuHour, gpuCount, rate);
  return {
    measure: {
      ...judged,
      currency,
      referenceMean: toCost(judged.referenceMean),
      changedMean: toCost(judged.changedMean),
      change: invertChange(judged.change),
      lower: invertChange(judged.upper),
      upper: invertChange(judged.lower),
    },
    reason: null,
  };
}

/** Returns the relative change of the inverse: twice the tokens for the same money is half the cost. */
function invertChange(change: number | null): number | null {
  return change === null || change <= -1 ? null : 1 / (1 + change) - 1;
}
