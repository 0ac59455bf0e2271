/** Every operating point of a room, of all its pools: the same list for plot, table and words. */
import type { RooflinePool, RooflineRoom, RooflineStretch } from "@/lib/contracts/roofline";
import { boundsOf, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type {
  RooflinePlacement,
  RooflinePoint,
  RooflineStep,
  StepSharesAnswer,
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
  readonly isDoubted: boolean;
}

const boundsShown = (shares: StepSharesAnswer | null): readonly BoundBy[] =>
  shares === null ? [] : boundsOf(shares.boundBy, shares.nearTo ?? null);

type Role = RooflinePool["role"];
const roleNames: { readonly [R in Role]: string } = {
  prefill: "prefill pool",
  decode: "decode pool",
  both: "pool",
};

export function shownPoints({ pools }: Pick<RooflineRoom, "pools">): readonly ShownPoint[] {
  return pools.flatMap((pool, index) => {
    const name = pools.length > 1 ? roleNames[pool.role] : null;
    return pointsOfPool(pool).map((one) => ({ ...one, key: `${index} ${one.key}`, pool: name }));
  });
}

function pointsOfPool({ now, whole }: RooflinePool): readonly Omit<ShownPoint, "pool">[] {
  const isDoubted = now.agreement?.agrees === false || now.wrongInputs.length > 0;
  return [
    ...phasePoints("decode", { now, whole, isDoubted }),
    ...phasePoints("prefill", { now, whole, isDoubted }),
    ...otherWays(now, isDoubted),
  ];
}

interface Stretches {
  readonly now: RooflineStretch;
  readonly whole: RooflineStretch;
  readonly isDoubted: boolean;
}

/** The minutes that it is the mean of. */
export const coveredMsOf = ({ startMs, endMs, coveredMs = endMs - startMs }: RooflineStretch): number =>
  coveredMs;

/** While busy in the last minutes, and on average over the window. */
function phasePoints(
  phase: "decode" | "prefill",
  { now, whole, isDoubted }: Stretches,
): readonly Omit<ShownPoint, "pool">[] {
  const of = (stretch: RooflineStretch): RooflinePlacement => stretch[phase];
  const shares = (stretch: RooflineStretch) =>
    phase === "decode" ? stretch.decodeShares : stretch.prefillShares;
  const points: Omit<ShownPoint, "pool">[] = [];
  const add = (stretch: RooflineStretch, time: "busy" | "average"): void => {
    const placed = of(stretch);
    if (placed.kind !== "placed") return;
    const point = placed[time];
    points.push({
      key: `counters ${phase} ${time}`,
      phase: point.phase,
      time,
      method: "counters",
      point,
      step: placed.step,
      coveredMs: coveredMsOf(stretch),
      span: stretch === now ? "last" : "window",
      bounds: boundsShown(shares(stretch)),
      isDoubted: point.judgement.kind !== "possible" || (time === "busy" && isDoubted),
    });
  };
  add(now, "busy");
  add(whole, "average");
  return points;
}

/** The engine's own estimate and the accelerator's activity, phases together. */
function otherWays(stretch: RooflineStretch, isDoubted: boolean): readonly Omit<ShownPoint, "pool">[] {
  const { engine, hardware } = stretch;
  return [engine, hardware].flatMap((placed) => {
    if (placed.kind !== "placed") return [];
    const point = placed.busy ?? placed.average;
    return {
      key: `${point.method} ${point.phase} ${point.time}`,
      phase: point.phase,
      time: point.time,
      method: point.method,
      point,
      step: null,
      coveredMs: coveredMsOf(stretch),
      span: "last" as const,
      bounds: [],
      isDoubted: point.judgement.kind !== "possible" || (point.method === "hardware" && isDoubted),
    };
  });
}
