/** Attributes that distinguish slow requests from the rest, in the form of the API response. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import {
  significanceLevel,
  minGroupSize,
  compareSlowWithRestInSteps,
  type AttributeDifference,
} from "@/lib/analysis/traces/contrast/compare-slow-with-rest";
import {
  findSufficientQuantile,
  selectSlowGroup,
  type SlowGroup,
} from "@/lib/analysis/traces/contrast/slow-group";
import {
  defaultSlowQuantile,
  slowQuantiles,
  slownessMeasures,
  traceStudyLimits,
  type SlownessMeasure,
} from "@/lib/model/traces/study-bounds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { truncateList } from "@/lib/services/traces/query/truncate-list";

/** How slow requests are selected: by which time, and from which quantile or duration on. */
export interface SlowOptions {
  readonly slowBy: SlownessMeasure;
  /** Quantile above which requests are slow. By default the highest quantile that leaves enough slow requests. */
  readonly slowQuantile?: number | undefined;
  readonly slowOverMs?: number | undefined;
}

/** Compares the attributes of slow requests with the attributes of all other requests, in steps. */
export function* studySlowRequests(
  requests: readonly AnalysedTrace[],
  options: SlowOptions,
): Generator<void, ReadonlyDeep<TraceStudy["slow"]>> {
  const { slowBy } = options;
  const chosen = chooseGroup(requests, options);
  if (chosen === null)
    return {
      kind: "unavailable",
      reason:
        slowBy === "ttft" && requests.length > 0
          ? "No request reports its time to first token, or too few for this quantile."
          : "There are too few requests for this quantile.",
    };
  const { group, ...threshold } = chosen;
  const { thresholdNs, missingTimeCount } = group;
  const found = yield* compareSlowWithRestInSteps(group);
  if (found.kind === "too-few") {
    const { neededCount: needed } = found;
    return {
      ...found,
      thresholdNs,
      sufficientQuantile: findSufficientQuantile(requests, slowBy, { quantiles: slowQuantiles, needed }),
    };
  }
  const { differences, excluded, ...counts } = found;
  const rows = differences.map((row) => ({ ...row, by: slowBy }));
  const infrastructure = yield* infrastructureByOtherTime(requests, {
    by: slowBy,
    difference: differences.find(isSignificantInfrastructure),
  });
  return {
    ...counts,
    ...threshold,
    by: slowBy,
    thresholdNs,
    missingTimeCount,
    otherTime: infrastructure?.other ?? null,
    differences: truncateList(
      infrastructure === null ? rows : [infrastructure.row, ...rows],
      traceStudyLimits.maxAttributeDifferences,
    ),
    excludedAttributes: truncateList(excluded, traceStudyLimits.maxAttributeDifferences),
  };
}

const isSignificantInfrastructure = ({
  category,
  mayBeChance,
  shareDifference: difference,
}: AttributeDifference): boolean => category === "infrastructure" && !mayBeChance && difference > 0;

interface ChosenGroup {
  readonly group: SlowGroup;
  /** Null for a threshold chosen in milliseconds. */
  readonly quantile: number | null;
  /** Default quantile and the requests above it, if it was too high and a lower one was used. */
  readonly defaultSlowQuantile: { readonly q: number; readonly slowCount: number } | null;
}

function chooseGroup(
  requests: readonly AnalysedTrace[],
  { slowBy, slowQuantile: quantile, slowOverMs }: SlowOptions,
): ChosenGroup | null {
  if (slowOverMs !== undefined)
    return chosenAt(selectSlowGroup(requests, { by: slowBy, thresholdNs: slowOverMs * 1e6 }), null);
  if (quantile !== undefined)
    return chosenAt(selectSlowGroup(requests, { by: slowBy, q: quantile }), quantile);
  const groupAtDefault = selectSlowGroup(requests, { by: slowBy, q: defaultSlowQuantile });
  if (
    groupAtDefault !== null &&
    groupAtDefault.slow.length >= minGroupSize &&
    groupAtDefault.rest.length >= minGroupSize
  )
    return chosenAt(groupAtDefault, defaultSlowQuantile);
  const lower = findSufficientQuantile(requests, slowBy, {
    quantiles: slowQuantiles.filter((q) => q < defaultSlowQuantile),
    needed: minGroupSize,
  });
  const group = lower === null ? null : selectSlowGroup(requests, { by: slowBy, q: lower.q });
  if (lower === null || group === null) {
    // Even the median leaves too few requests; its count is reported.
    const [q] = slowQuantiles;
    return chosenAt(selectSlowGroup(requests, { by: slowBy, q }), q);
  }
  return {
    group,
    quantile: lower.q,
    defaultSlowQuantile: { q: defaultSlowQuantile, slowCount: groupAtDefault?.slow.length ?? 0 },
  };
}

function chosenAt(group: SlowGroup | null, quantile: number | null): ChosenGroup | null {
  return group === null ? null : { group, quantile, defaultSlowQuantile: null };
}

/**
 * Finds infrastructure that is slow by the time that was not requested. Lengths dominate the durations of full requests,
 * so an unhealthy instance may be visible only in the time to first token, or the reverse. The result is returned if the
 * difference is larger than by the requested time. Its p-value accounts for both tests.
 */
function* infrastructureByOtherTime(
  requests: readonly AnalysedTrace[],
  current: { readonly by: SlownessMeasure; readonly difference: AttributeDifference | undefined },
) {
  const by = current.by === "ttft" ? "duration" : "ttft";
  const chosen = chooseGroup(requests, { slowBy: by });
  const found = chosen === null ? null : yield* compareSlowWithRestInSteps(chosen.group, "infrastructure");
  if (chosen === null || found?.kind !== "differences") return null;
  const row = found.differences
    .map((each): AttributeDifference => {
      const pValue = Math.min(1, slownessMeasures.length * each.pValue);
      return { ...each, pValue, mayBeChance: pValue > significanceLevel };
    })
    .find(isSignificantInfrastructure);
  if (row === undefined || row.shareDifference <= (current.difference?.shareDifference ?? 0)) return null;
  const { group, quantile } = chosen;
  const { thresholdNs, slow, rest } = group;
  return {
    row: { ...row, by },
    other: { by, thresholdNs, quantile, slowCount: slow.length, restCount: rest.length },
  } as const;
}
