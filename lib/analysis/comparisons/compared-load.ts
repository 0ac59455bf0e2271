/** The load of both sides of a comparison, in the measures of `verdict/load.ts`. */
import {
  findLoadDifferences,
  type LoadDifferences,
  type WindowLoad,
} from "@/lib/analysis/statistics/verdict/load";
import type { BaselineLoad } from "@/lib/model/baseline/baseline-document";
import { loadFactorPath, type DeclaredFactor } from "@/lib/model/comparison/declared-factor";

/** Load of the windows before and after, and the measures of load that differ. */
export interface LoadComparison extends LoadDifferences {
  readonly before: WindowLoad;
  readonly after: WindowLoad;
  /**
   * True if the requests per second of all instances were compared, because the number of instances of one side is
   * unknown.
   */
  readonly isTotalRate: boolean;
  /** True if the load is the declared factor, so that it may differ. */
  readonly isDeclared: boolean;
}

/**
 * Compares the load of two windows. If the concurrency of a load test was entered for both windows, it replaces the
 * request rate. Request rates are per instance, or in total if a number of instances is unknown.
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
    ...findLoadDifferences(was, is),
  };
}

/** Returns the measures of load. The request rate is per instance, or over all instances if `isTotalRate`. */
export function toWindowLoad(load: BaselineLoad, isTotalRate: boolean): WindowLoad {
  return {
    requestsPerInstance: isTotalRate ? load.requestsPerSecond : load.requestsPerSecondPerInstance,
    promptTokens: load.meanPromptTokens,
    outputTokens: load.meanOutputTokens,
    fixedConcurrency: load.entered.users ?? null,
  };
}
