/** What a row says of its deployment before anything is read. */
import type { OverviewRow } from "@/lib/contracts/overview";
import { engineById } from "@/lib/engines";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

type RowDescription = Pick<OverviewRow, "slug" | "title" | "model" | "engine" | "instances">;

export function describeRow(deployment: KnownDeployment): RowDescription {
  const engine = engineById(deployment.engine);
  return {
    slug: deployment.slug,
    title: deployment.title,
    model: deployment.model,
    engine: { id: engine.id, title: engine.title, version: deployment.engineVersion },
    instances: deployment.instances.length === 0 ? null : deployment.instances.length,
  };
}
