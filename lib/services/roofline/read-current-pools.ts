/** Reads and analyses the pools of a deployment over the last five minutes. Throws AppError when a query fails. */
import type { ResolvedQuestion } from "@/lib/services/signals/read-queries";
import { analyseCurrentPool, type CurrentPool, type PoolNowFacts } from "./current-pool";
import { readNowInputs, type NowInputs } from "./read-inputs";
import { poolFacts, settingOf, type RooflineRequest } from "./roofline-request";
import type { ResolvedSetting } from "./setting/resolve-setting";
import { rooflineConfig } from "./roofline-config";

export interface CurrentPoolWithFacts extends CurrentPool {
  readonly facts: PoolNowFacts;
}

export interface CurrentPools {
  readonly inputs: NowInputs;
  readonly resolved: ResolvedSetting;
  /** Pools that have an operating point. */
  readonly pools: readonly CurrentPoolWithFacts[];
}

export async function readCurrentPools(
  question: RooflineRequest,
  resolvedQuestion: ResolvedQuestion,
): Promise<CurrentPools> {
  const [book, inputs] = await Promise.all([rooflineConfig(), readNowInputs(resolvedQuestion)]);
  const resolved = settingOf(question, inputs, book);
  const pools = inputs.pools.flatMap((pool): readonly CurrentPoolWithFacts[] => {
    const facts = poolFacts(question, { inputs, pool }, { resolved, config: book });
    const current = facts === null ? null : analyseCurrentPool(facts);
    return facts === null || current === null ? [] : [{ ...current, facts }];
  });
  return { inputs, resolved, pools };
}
