/** Splits the requests into slow requests and the rest by the compared time. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { selectSlowGroup, type SlowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import type { ComparedTime } from "@/lib/model/traces/compared-group";
import type { ComparisonQuery } from "./resolve-comparison";
import type { SideTraces } from "./read-sides";

/** Duration above which a request is slow, and how it was chosen. */
export interface SlowThreshold {
  readonly durationNs: number;
  readonly basis: "quantile" | "chosen";
  readonly quantile: number;
}

/** Requests of both groups after dividing them into slow requests and the rest. */
export interface SplitSides {
  readonly requestsA: readonly AnalysedTrace[];
  readonly requestsB: readonly AnalysedTrace[];
  /** Null when no side is split, or no request reports the time. */
  readonly slowThreshold: SlowThreshold | null;
}

/**
 * Divides groups of slow requests and of the rest by duration. If too few requests report the time, there is
 * no threshold and no slow request.
 */
export function splitSidesByDuration(
  { a, b }: { readonly a: SideTraces; readonly b: SideTraces },
  comparedTime: ComparedTime,
  query: Pick<ComparisonQuery, "slowQuantile" | "slowOverMs">,
): SplitSides {
  const { slowQuantile, slowOverMs } = query;
  const groups = new Map<readonly AnalysedTrace[], SlowGroup | null>();
  const requestsOf = ({ side, requests }: SideTraces): readonly AnalysedTrace[] => {
    const { kind } = side.group;
    if (kind !== "slow" && kind !== "rest") return requests;
    const by = comparedTime === "request" ? "duration" : "ttft";
    const options = {
      by,
      q: slowQuantile,
      ...(slowOverMs === undefined ? {} : { thresholdNs: slowOverMs * 1e6 }),
    } as const;
    const known = groups.has(requests) ? groups.get(requests) : selectSlowGroup(requests, options);
    groups.set(requests, known ?? null);
    return known?.[kind] ?? [];
  };
  const [ofA, ofB] = [requestsOf(a), requestsOf(b)];
  const [first] = [...groups.values()].filter((each) => each !== null);
  return {
    requestsA: ofA,
    requestsB: ofB,
    slowThreshold:
      first === undefined
        ? null
        : {
            durationNs: first.thresholdNs,
            basis: slowOverMs === undefined ? "quantile" : "chosen",
            quantile: slowQuantile,
          },
  };
}
