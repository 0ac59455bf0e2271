/** Labels endpoint: returns the labels with several values among a deployment's series. */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { labelsContract } from "@/lib/contracts/labels";
import { engineOfDeployment } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { buildLabelQueries, listSplitLabels } from "@/lib/semantic/split/split-labels";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readInstants } from "@/lib/services/series/read-series";

const alignmentMs = 30_000;

/** Handles the request for the labels by which the signals of a deployment can be split. */
export const listLabels: Handler<typeof labelsContract> = async ({ query, principal, signal }) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const queryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const atMs = Math.floor(nowMs() / alignmentMs) * alignmentMs;
  const source = findMetricsSource(deployment);
  const { resultByPromql } = await readInstants({ source, atMs, signal }, buildLabelQueries(queryContext));
  const series = [...resultByPromql.values()].flatMap(({ samples }) => samples.map(({ labels }) => labels));
  return { labels: listSplitLabels(series) };
};
