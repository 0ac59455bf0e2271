/** Handler of the discovery endpoint: contents of the sources, and the review state of each deployment. */
import { includesSource } from "@/lib/model/sources/source-scope";
import type { DiscoveryResponse, discoveryContract } from "@/lib/contracts/discovery";
import { engineById, exporterById } from "@/lib/engines";
import { families } from "@/lib/model/signals/signal-definition";
import { nowMs } from "@/lib/server/clock";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { Handler } from "@/lib/server/handler";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { listConfiguredSources } from "@/lib/services/sources/source-state";
import { describeReviewableDeployment } from "../deployments/describe-reviewable-deployment";

/**
 * Handles the request for the contents of the sources and the review state of each deployment. Throws
 * database-unavailable if the deployments were never loaded.
 */
export const readDiscovery: Handler<typeof discoveryContract> = async ({ principal }) => {
  const { records, deployments, aliases, fromMemorySinceMs } = await readKnownDeployments(
    principal.sourceScope,
  );
  const asOfMs = nowMs();
  const layers = findRequestLayers(deployments);
  return {
    asOfMs,
    sources: listConfiguredSources()
      .filter(({ kind, slug }) => kind === "prometheus" && includesSource(principal.sourceScope, slug))
      .map(({ slug, title }) => ({ slug, title, ...summariseSource(records, slug) })),
    deployments: records
      .map((record) =>
        describeReviewableDeployment(record, { records, aliases, layers, asOfMs, caller: principal }),
      )
      .toSorted((left, right) => left.title.localeCompare(right.title, "en")),
    fromMemorySinceMs,
  };
};

type SourceSummary = Omit<DiscoveryResponse["sources"][number], "slug" | "title">;

/** Summarises a source without missing deployments. */
function summariseSource(records: readonly DeploymentRecord[], slug: string): ReadonlyDeep<SourceSummary> {
  const sourceRecords = records.filter((one) => one.metricsSource === slug);
  const presentRecords = sourceRecords.filter((one) => one.missingSinceMs === null);
  const attachments = presentRecords.flatMap((one) => one.attachments);
  const targetCount = (family: (typeof families)[number]): number =>
    new Set(
      attachments
        .filter(({ exporter }) => exporterById(exporter).family === family)
        .flatMap(({ selectors }) => selectors.map((one) => JSON.stringify(one))),
    ).size;
  const serving = presentRecords.filter(({ engine }) => engineById(engine).role !== "training");
  return {
    engines: [...new Set(presentRecords.map(({ engine }) => engineById(engine).title))],
    models: [...new Set(serving.map(({ model }) => model))],
    instanceCount: new Set(serving.flatMap(({ instances }) => instances)).size,
    trainingJobCount: presentRecords.length - serving.length,
    missingDeploymentCount: sourceRecords.length - presentRecords.length,
    exporterTargets: families
      .map((family) => ({ family, count: targetCount(family) }))
      .filter(({ count }) => count > 0),
  };
}
