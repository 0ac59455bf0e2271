/** Every operating point of a room, of all its pools: the same list for plot, table and words. */
import type { RooflinePool, RooflinePageData, RooflinePeriod } from "@/lib/contracts/roofline";
import { boundsOf, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type {
  RooflinePlacement,
  RooflinePoint,
  RooflineStep,
  StepSharesResponse,
} from "@/lib/contracts/roofline-point";

export interface ShownPoint {
  readonly key: string;
  readonly phase: RooflinePoint["phase"];
  readonly time: RooflinePoint["time"];
  readonly method: RooflinePoint["method"];
  /** Of its pool, where there are several of them. */
  readonly pool: string | null;
  readonly point: RooflinePoint;
  readonly step: RooflineStep | null;
  /** What it is the mean of: a stretch of time, as far as samples cover it. */
  readonly coveredMs: number;
  /** Whether that is the last minutes before now, or all of the window. */
  readonly span: "last" | "window";
  /** Bound by what the shares of its step say, two where it is about as much the one as the other; none where nobody divided it. */
  readonly bounds: readonly BoundBy[];
  /** It disagrees with another way, or cannot be true. */
  readonly hasWarning: boolean;
}

const stepBounds = (shares: StepSharesResponse | null): readonly BoundBy[] =>
  shares === null ? [] : boundsOf(shares.boundBy, shares.nearTo ?? null);

type Role = RooflinePool["role"];
const roleNames: { readonly [R in Role]: string } = {
  prefill: "prefill pool",
  decode: "decode pool",
  both: "pool",
};

export function shownPoints({ pools }: Pick<RooflinePageData, "pools">): readonly ShownPoint[] {
  return pools.flatMap((pool, index) => {
    const name = pools.length > 1 ? roleNames[pool.role] : null;
    return pointsOfPool(pool).map((one) => ({ ...one, key: `${index} ${one.key}`, pool: name }));
  });
}

function pointsOfPool({ now, fullWindow }: RooflinePool): readonly Omit<ShownPoint, "pool">[] {
  const hasWarning = now.agreement?.agrees === false || now.wrongInputs.length > 0;
  return [
    ...phasePoints("decode", { now, fullWindow, hasWarning }),
    ...phasePoints("prefill", { now, fullWindow, hasWarning }),
    ...otherMethods(now, hasWarning),
  ];
}

interface PoolPeriods {
  readonly now: RooflinePeriod;
  readonly fullWindow: RooflinePeriod;
  readonly hasWarning: boolean;
}

/** The minutes that it is the mean of. */
export const coveredMsOf = ({ startMs, endMs, coveredMs = endMs - startMs }: RooflinePeriod): number =>
  coveredMs;

/** While busy in the last minutes, and on average over the window. */
function phasePoints(
  phase: "decode" | "prefill",
  { now, fullWindow, hasWarning }: PoolPeriods,
): readonly Omit<ShownPoint, "pool">[] {
  const placementOf = (period: RooflinePeriod): RooflinePlacement => period[phase];
  const shares = (period: RooflinePeriod) =>
    phase === "decode" ? period.decodeShares : period.prefillShares;
  const points: Omit<ShownPoint, "pool">[] = [];
  const add = (period: RooflinePeriod, time: "busy" | "average"): void => {
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
      coveredMs: coveredMsOf(period),
      span: period === now ? "last" : "window",
      bounds: stepBounds(shares(period)),
      hasWarning: point.judgement.kind !== "possible" || (time === "busy" && hasWarning),
    });
  };
  add(now, "busy");
  add(fullWindow, "average");
  return points;
}

/** The engine's own estimate and the accelerator's activity, phases together. */
function otherMethods(period: RooflinePeriod, hasWarning: boolean): readonly Omit<ShownPoint, "pool">[] {
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
      coveredMs: coveredMsOf(period),
      span: "last" as const,
      bounds: [],
      hasWarning: point.judgement.kind !== "possible" || (point.method === "hardware" && hasWarning),
    };
  });
}
