/** The slow part and the rest of what was read, by the time that is compared. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { slowGroup, type SlowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import type { ComparedTime } from "@/lib/model/compared-group";
import type { ComparisonQuery } from "./asked-comparison";
import type { SideRead } from "./read-sides";

export interface Threshold {
  readonly ns: number;
  readonly from: "quantile" | "chosen";
  readonly q: number;
}

export interface PartedSides {
  readonly a: readonly AnalysedTrace[];
  readonly b: readonly AnalysedTrace[];
  /** Where slow begins; null where neither side is parted by it, or nothing tells the time. */
  readonly threshold: Threshold | null;
}

/** A slow part without a threshold is empty: too few requests tell the time. */
export function partSides(
  { a, b }: { readonly a: SideRead; readonly b: SideRead },
  time: ComparedTime,
  query: Pick<ComparisonQuery, "q" | "overMs">,
): PartedSides {
  const { q, overMs } = query;
  const parted = new Map<readonly AnalysedTrace[], SlowGroup | null>();
  const partOf = ({ asked, requests }: SideRead): readonly AnalysedTrace[] => {
    const { kind } = asked.group;
    if (kind !== "slow" && kind !== "rest") return requests;
    const by = time === "request" ? "duration" : "ttft";
    const options = { by, q, ...(overMs === undefined ? {} : { thresholdNs: overMs * 1e6 }) } as const;
    const known = parted.has(requests) ? parted.get(requests) : slowGroup(requests, options);
    parted.set(requests, known ?? null);
    return known?.[kind] ?? [];
  };
  const [ofA, ofB] = [partOf(a), partOf(b)];
  const [first] = [...parted.values()].filter((each) => each !== null);
  return {
    a: ofA,
    b: ofB,
    threshold:
      first === undefined
        ? null
        : { ns: first.thresholdNs, from: overMs === undefined ? "quantile" : "chosen", q },
  };
}
