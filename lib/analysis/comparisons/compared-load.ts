/** The load of both sides of a comparison, in the measures of `verdict/load.ts`. */
import { matchLoad, type LoadMatch, type WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import type { BaselineLoad } from "@/lib/model/baseline/baseline-document";
import { loadFactorPath, type DeclaredFactor } from "@/lib/model/comparison/declared-factor";

/** Load of both sides, and the measures that differ. */
export interface LoadComparison extends LoadMatch {
  readonly before: WindowLoad;
  readonly after: WindowLoad;
  /** Requests per second were compared in total, because the number of instances of a side is unknown. */
  readonly isTotalRate: boolean;
  /** The load is the declared factor, so it may differ. */
  readonly isDeclared: boolean;
}

/**
 * Compares what arrived. The concurrency of a load test replaces the request rate if a person entered its users on both
 * sides. Without the number of instances of both sides, total request rates are compared.
 */
export function compareLoads(
  before: BaselineLoad,
  after: BaselineLoad,
  factor: DeclaredFactor | null,
): LoadComparison {
  const isTotalRate =
    before.requestsPerSecondPerInstance === null || after.requestsPerSecondPerInstance === null;
  const [was, is] = [toWindowLoad(before, isTotalRate), toWindowLoad(after, isTotalRate)];
  return {
    before: was,
    after: is,
    isTotalRate,
    isDeclared: factor?.path === loadFactorPath,
    ...matchLoad(was, is),
  };
}

/** Returns the measures of load. `isTotalRate` uses the requests per second of all instances. */
export function toWindowLoad(load: BaselineLoad, isTotalRate: boolean): WindowLoad {
  return {
    requestsPerInstance: isTotalRate ? load.requestsPerSecond : load.requestsPerSecondPerInstance,
    promptTokens: load.meanPromptTokens,
    outputTokens: load.meanOutputTokens,
    fixedConcurrency: load.entered.users ?? null,
  };
}
