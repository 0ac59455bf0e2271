/** All operating points of all pools, shared by plot, table and tooltips. */
import type {
  RooflinePool,
  RooflinePageData,
  RooflinePeriodAnalysis,
} from "@/lib/contracts/roofline/roofline";
import type { StepBounds } from "@/lib/sentences/roofline/bound-text";
import type { DescribedPoint } from "@/lib/sentences/roofline/point-text";
import type { PhasePointsResponse, StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";

/** Operating point on the plot, with the facts for its texts. */
export interface PlottedPoint extends DescribedPoint {
  /** Key of the point, unique on the page. */
  readonly key: string;
  /** True if the point disagrees with another method or is impossible. */
  readonly hasWarning: boolean;
}

const stepBounds = (shares: StepSharesResponse | null): StepBounds | null =>
  shares === null
    ? null
    : { boundBy: shares.boundBy, secondBound: shares.secondBound ?? null, otherSeconds: shares.otherSeconds };

type Role = RooflinePool["role"];
const roleNames: { readonly [R in Role]: string } = {
  prefill: "prefill pool",
  decode: "decode pool",
  both: "pool",
};

/** Returns the operating points of all pools, phases and methods. */
export function collectPoints({ pools }: Pick<RooflinePageData, "pools">): readonly PlottedPoint[] {
  return pools.flatMap((pool, index) => {
    const name = pools.length > 1 ? roleNames[pool.role] : null;
    return pointsOfPool(pool).map((one) => ({ ...one, key: `${index} ${one.key}`, pool: name }));
  });
}

function pointsOfPool({ now, fullWindow }: RooflinePool): readonly Omit<PlottedPoint, "pool">[] {
  const hasWarning = now.agreement?.agrees === false || now.wrongInputs.length > 0;
  return [
    ...phasePoints("decode", { now, fullWindow, hasWarning }),
    ...phasePoints("prefill", { now, fullWindow, hasWarning }),
    ...otherMethods(now, hasWarning),
  ];
}

interface PoolPeriods {
  readonly now: RooflinePeriodAnalysis;
  readonly fullWindow: RooflinePeriodAnalysis;
  readonly hasWarning: boolean;
}

/** Returns the time of a period that samples cover, in milliseconds. */
export const computeCoveredMs = ({
  startMs,
  endMs,
  coveredMs = endMs - startMs,
}: RooflinePeriodAnalysis): number => coveredMs;

/** Returns the busy point of the last minutes and the average point of the window. */
function phasePoints(
  phase: "decode" | "prefill",
  { now, fullWindow, hasWarning }: PoolPeriods,
): readonly Omit<PlottedPoint, "pool">[] {
  const placementOf = (period: RooflinePeriodAnalysis): PhasePointsResponse => period[phase];
  const shares = (period: RooflinePeriodAnalysis) =>
    phase === "decode" ? period.decodeShares : period.prefillShares;
  const points: Omit<PlottedPoint, "pool">[] = [];
  const add = (period: RooflinePeriodAnalysis, time: "busy" | "average"): void => {
    const placement = placementOf(period);
    if (placement.kind !== "available") return;
    const point = placement[time];
    points.push({
      key: `counters ${phase} ${time}`,
      phase: point.phase,
      time,
      method: "counters",
      point,
      step: placement.step,
      coveredMs: computeCoveredMs(period),
      period: period === now ? "last" : "window",
      bounds: stepBounds(shares(period)),
      hasWarning: point.judgement.kind !== "possible" || (time === "busy" && hasWarning),
    });
  };
  add(now, "busy");
  add(fullWindow, "average");
  return points;
}

/** Returns the points of the engine's estimate and of the GPU activity, which cover both phases together. */
function otherMethods(
  period: RooflinePeriodAnalysis,
  hasWarning: boolean,
): readonly Omit<PlottedPoint, "pool">[] {
  const { engine, hardware } = period;
  return [engine, hardware].flatMap((placement) => {
    if (placement.kind !== "available") return [];
    const point = placement.busy ?? placement.average;
    return {
      key: `${point.method} ${point.phase} ${point.time}`,
      phase: point.phase,
      time: point.time,
      method: point.method,
      point,
      step: null,
      coveredMs: computeCoveredMs(period),
      period: "last" as const,
      bounds: null,
      hasWarning: point.judgement.kind !== "possible" || (point.method === "hardware" && hasWarning),
    };
  });
}
