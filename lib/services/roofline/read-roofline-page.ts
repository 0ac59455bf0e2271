/**
 * Reads and analyses one deployment and returns the data of its roofline page. Throws AppError when a query fails.
 */
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { engineOfDeployment } from "@/lib/engines";
import { listQueries } from "@/lib/semantic/compile/plan";
import { rooflineInputNames } from "@/lib/semantic/roofline/plan-roofline";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { describePool } from "./describe-pool";
import { describeRoof } from "./describe-roof";
import { readWindowInputs, withWindow } from "./read-inputs";
import { readCurrentPools } from "./read-current-pools";
import { resolveRequest, type RooflineRequest } from "./roofline-request";
import { describeUnavailable } from "@/lib/sentences/roofline/describe-unavailable";

export async function readRooflinePage(question: RooflineRequest): Promise<RooflinePageData> {
  const { deployment, window } = question;
  const resolvedQuestion = resolveRequest(question);
  // The analysis of now starts as soon as its inputs arrive, while the window is still being read.
  const [now, over] = await Promise.all([
    readCurrentPools(question, resolvedQuestion),
    readWindowInputs(resolvedQuestion),
  ]);
  const { resolved } = now;
  const engine = engineOfDeployment(deployment);
  const inputs = withWindow(now.inputs, over);
  const pools = inputs.pools.flatMap((pool) => {
    const currentPool = now.pools.find(({ facts }) => facts.pool.role === pool.role);
    const described =
      currentPool === undefined
        ? null
        : describePool({ ...currentPool.facts, inputs, pool, window }, currentPool);
    return described === null ? [] : [described];
  });
  const { source, version } = connectionFor(resolvedQuestion.source);
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
    sampleSpacingMs: inputs.timing.coarsestMs,
    stale: inputs.stale,
    warnings: [...inputs.warnings],
    queries: inputs.pools.flatMap(({ nowPlan }) =>
      rooflineInputNames.flatMap((input) => listQueries(nowPlan[input]).map((promql) => ({ input, promql }))),
    ),
    setting: resolved.rooflineSetting,
    roof:
      resolved.accelerator === null
        ? null
        : describeRoof(resolved.accelerator, resolved.rooflineSetting.resolved.computePrecision),
    unavailableReason: pools.length > 0 ? null : describeUnavailable(resolved, inputs),
    pools,
  };
}
