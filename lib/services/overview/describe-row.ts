/** The parts of an overview row that need no query of a source. */
import type { JudgedRow, OverviewRow } from "@/lib/contracts/overview";
import { engineById } from "@/lib/engines";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { countInstances } from "@/lib/model/deployment/stack-worker";
import type { RequestLayers } from "@/lib/services/deployments/request-layers";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import type { Judgement } from "@/lib/status/judge-status";
import { statusRule } from "@/lib/status/statuses";

type RowDescription = Pick<
  OverviewRow,
  "slug" | "title" | "model" | "engine" | "instanceCount" | "limits" | "gateways" | "backends"
>;

/** Returns the fields of an Overview row that need no query. Gateways and backends are still empty. */
export function describeRow(deployment: KnownDeployment): RowDescription {
  const engine = engineById(deployment.engine);
  return {
    slug: deployment.slug,
    title: deployment.title,
    model: deployment.model,
    engine: { id: engine.id, title: engine.title, version: deployment.engineVersion },
    instanceCount: countInstances(deployment) || null,
    limits: resolveLimits(deployment),
    // Set by `withRequestLayers` when all rows are known.
    gateways: [],
    backends: [],
  };
}

/** Returns the status of an Overview row with label, tone and the other matching statuses. */
export function toRowStatus(
  { id, matchingIds }: Judgement,
  statusSinceMs: number | null,
): JudgedRow["status"] {
  const { label, tone } = statusRule(id);
  const affectedReadings = matchingIds.flatMap((one) => statusRule(one).affectedReadings);
  return { id, label, tone, affectedReadings, sinceMs: statusSinceMs, currentIds: [...matchingIds] };
}

/** Adds the gateways and backends of each deployment to `rows`. */
export function withRequestLayers(
  rows: readonly OverviewRow[],
  deployments: readonly KnownDeployment[],
  layers: RequestLayers,
): readonly OverviewRow[] {
  const byId = new Map(deployments.map(({ id, slug, title }) => [id, { slug, title }]));
  const ids = new Map(deployments.map(({ id, slug }) => [slug, id]));
  const named = (wanted: readonly string[]): OverviewRow["gateways"] =>
    wanted.flatMap((id) => byId.get(id) ?? []);
  return rows.map((row) => {
    const layer = layers.get(ids.get(row.slug) ?? "");
    return layer === undefined
      ? row
      : { ...row, gateways: named(layer.gatewayIds), backends: named(layer.backendIds) };
  });
}
