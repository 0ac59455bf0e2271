/** Reads and analyses the pools of a deployment over the last five minutes. Throws AppError when a query fails. */
import type { ResolvedQuestion } from "@/lib/services/signals/read-queries";
import { analyseCurrentPool, type CurrentPool, type CurrentPoolFacts } from "./current-pool";
import { readCurrentInputs, type CurrentInputs } from "./read-inputs";
import { collectPoolFacts, resolveRequestSetting, type RooflineRequest } from "./roofline-request";
import type { ResolvedSetting } from "./setting/resolve-setting";
import { readRooflineConfig } from "./roofline-config";

/** Roofline analysis of one pool, with the facts from which it was computed. */
export interface CurrentPoolWithFacts extends CurrentPool {
  readonly facts: CurrentPoolFacts;
}

/** Analysed pools of a deployment, with its inputs and its setting. */
export interface CurrentPools {
  readonly inputs: CurrentInputs;
  readonly resolvedSetting: ResolvedSetting;
  /** Pools that have an operating point. */
  readonly pools: readonly CurrentPoolWithFacts[];
}

/** Reads the last five minutes of a deployment and analyses each pool that has an operating point. */
export async function readCurrentPools(
  request: RooflineRequest,
  resolvedQuestion: ResolvedQuestion,
): Promise<CurrentPools> {
  const [book, inputs] = await Promise.all([readRooflineConfig(), readCurrentInputs(resolvedQuestion)]);
  const resolved = resolveRequestSetting(request, inputs, book);
  const pools = inputs.pools.flatMap((pool): readonly CurrentPoolWithFacts[] => {
    const facts = collectPoolFacts(request, { inputs, pool }, { resolvedSetting: resolved, config: book });
    const current = facts === null ? null : analyseCurrentPool(facts);
    return facts === null || current === null ? [] : [{ ...current, facts }];
  });
  return { inputs, resolvedSetting: resolved, pools };
}
