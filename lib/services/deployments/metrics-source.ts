/** The metrics source of a deployment, with the right of the caller to read it. */
import { requireReadableSource, type ReadableSource } from "@/lib/model/sources/source-scope";
import type { KnownDeployment } from "./effective-deployments";

/** Returns the metrics source of a deployment, restricted to the scope of the caller. */
export function findMetricsSource({
  metricsSource,
  sourceScope,
}: Pick<KnownDeployment, "metricsSource" | "sourceScope">): ReadableSource {
  return requireReadableSource(metricsSource, sourceScope);
}
