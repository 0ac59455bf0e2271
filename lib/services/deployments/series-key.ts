/**
 * Cache key of a deployment that changes with every edit or merge. The slug alone would return cached data of the
 * previous state.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { createScopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { KnownDeployment } from "./effective-deployments";

/**
 * Returns a cache key that changes with the title, series, exporters or limits of the deployment, and with
 * the caller's scope.
 */
export const createSeriesKey = memoizePerObject((deployment: KnownDeployment): ScopedKey => {
  const { sourceScope, id, slug, title, pools, attachments, mappings, copyLabels, limits } = deployment;
  const series = [pools, attachments, mappings ?? null, copyLabels, limits ?? null];
  return createScopedKey(sourceScope, id, slug, title, ...series);
});
