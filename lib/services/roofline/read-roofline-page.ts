/**
 * Reads and analyses one deployment and returns the data of its roofline page. Throws AppError when a query fails.
 */
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { engineOfDeployment } from "@/lib/engines";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { rooflineInputNames } from "@/lib/semantic/roofline/plan-roofline";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { describePool } from "./describe-pool";
import { createMultiPrecisionRoof } from "@/lib/analysis/roofline/bounds/describe-roof";
import { isEmptyWindow, readWindowInputs, joinWindowInputs } from "./read-inputs";
import { readCurrentPools } from "./read-current-pools";
import { resolveRooflineRequest, type RooflineRequest } from "./roofline-request";
import { describeEmptyWindow, describeUnavailable } from "@/lib/sentences/roofline/describe-unavailable";

/**
 * Reads and analyses a deployment for the Roofline page. Current and past measurements are read in parallel.
 */
export async function readRooflinePage(question: RooflineRequest): Promise<RooflinePageData> {
  const { deployment, window } = question;
  const resolvedQuestion = resolveRooflineRequest(question);
  // The analysis of now starts as soon as its inputs arrive, while the window is still being read.
  const [now, over] = await Promise.all([
    readCurrentPools(question, resolvedQuestion),
    readWindowInputs(resolvedQuestion),
  ]);
  const { resolvedSetting } = now;
  const engine = engineOfDeployment(deployment);
  const inputs = joinWindowInputs(now.inputs, over);
  const isEmpty = isEmptyWindow(inputs);
  const pools = (isEmpty ? [] : inputs.pools).flatMap((pool) => {
    const currentPool = now.pools.find(({ facts }) => facts.poolInputs.role === pool.role);
    const described =
      currentPool === undefined
        ? null
        : describePool({ ...currentPool.facts, inputs, poolInputs: pool, window }, currentPool);
    return described === null ? [] : [described];
  });
  const { source, version } = getSourceConnection(resolvedQuestion.source);
  return {
    state: "answered",
    asOfMs: inputs.asOfMs,
    window,
    deployment: {
      id: deployment.id,
      slug: deployment.slug,
      title: deployment.title,
      model: deployment.model,
    },
    source: { slug: source.slug, version },
    engine: { id: engine.id, title: engine.title, version: deployment.engineVersion },
    sampleSpacingMs: inputs.timing.longestSpacingMs,
    stale: inputs.stale,
    warnings: [...inputs.warnings],
    queries: inputs.pools.flatMap(({ plan }) =>
      rooflineInputNames.flatMap((input) =>
        listPlanQueries(plan[input]).map((promql) => ({ input, promql })),
      ),
    ),
    setting: resolvedSetting.rooflineSetting,
    roof:
      resolvedSetting.accelerator === null
        ? null
        : createMultiPrecisionRoof(
            resolvedSetting.accelerator,
            resolvedSetting.rooflineSetting.resolved.computePrecision,
          ),
    unavailableReason: isEmpty
      ? describeEmptyWindow(source.slug, deployment.title)
      : pools.length > 0
        ? null
        : describeUnavailable(resolvedSetting, inputs),
    emptyWindow: isEmpty ? { newestDataAtMs: deployment.lastSeenAtMs } : null,
    pools,
  };
}
