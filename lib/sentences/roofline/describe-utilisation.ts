/**
 * MFU and MBU of a window's intervals as series, with expected error, number of steps, and reasons for gaps. Pure.
 */
import type {
  UtilisationGap,
  IntervalUtilisation,
} from "@/lib/analysis/roofline/points/interval-utilisation";
import type { RooflineUtilisation } from "@/lib/contracts/roofline/roofline";
import type { ListMissingInputs } from "./describe-point";
import { titleInSentence } from "@/lib/format/sentence";

interface UtilisationFacts {
  readonly intervalSeconds: number;
  readonly replicas: number;
  readonly listMissingInputs: ListMissingInputs;
}

type Gap = NonNullable<RooflineUtilisation["gaps"]>[number];
type UsedShare = "mfu" | "mbu";

/** Converts MFU and MBU over time to the response, with the reasons of gaps. */
export function describeUtilisation(
  intervals: readonly IntervalUtilisation[],
  { intervalSeconds, replicas, listMissingInputs }: UtilisationFacts,
): RooflineUtilisation {
  const line = (share: UsedShare, side: "value" | "lower" | "upper") =>
    intervals.map((interval) => (interval.kind === "used" ? interval[share][side] : null));
  const range = (share: UsedShare) => ({ lower: line(share, "lower"), upper: line(share, "upper") });
  return {
    atMs: intervals.map(({ atMs }) => atMs),
    mfuRatio: line("mfu", "value"),
    mbuRatio: line("mbu", "value"),
    mfuRange: range("mfu"),
    mbuRange: range("mbu"),
    n: intervals.map((interval) =>
      interval.kind === "used" ? Math.round(interval.stepsPerSecond * intervalSeconds * replicas) : null,
    ),
    gaps: gapsOf(intervals, listMissingInputs),
  };
}

/** Returns the gaps. Neighbouring gaps with the same reason are joined. */
function gapsOf(used: readonly IntervalUtilisation[], listMissingInputs: ListMissingInputs): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, interval] of used.entries()) {
    if (interval.kind === "used") continue;
    const why = gapReason(interval.gap, listMissingInputs);
    const last = gaps.at(-1);
    if (last !== undefined && last.toIndex === index - 1 && last.detail === why.detail) last.toIndex = index;
    else gaps.push({ fromIndex: index, toIndex: index, ...why });
  }
  return gaps;
}

function gapReason(
  gap: UtilisationGap,
  listMissingInputs: ListMissingInputs,
): Pick<Gap, "reason" | "detail"> {
  if (gap.kind === "not-covered")
    return {
      reason: "too-few-samples",
      detail:
        "No complete samples exist for this interval. The counters started within the interval, or scrapes are missing.",
    };
  const missing = listMissingInputs(gap.inputs);
  const titles = missing.map(({ title }) => titleInSentence(title)).join(", ");
  return {
    reason: missing[0]?.reason ?? "too-few-samples",
    detail:
      titles === ""
        ? `Too few ${gap.phases.join(" and ")} samples.`
        : `Missing inputs for ${gap.phases.join(" and ")}: ${titles}.`,
  };
}
