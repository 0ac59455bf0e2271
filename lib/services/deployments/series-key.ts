/**
 * Cache key of a deployment that changes with every edit or merge. The slug alone would return cached data of the
 * previous state.
 */
import { scopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { KnownDeployment } from "./effective-deployments";

const keys = new WeakMap<KnownDeployment, ScopedKey>();

/**
 * Returns a key that changes with the title, series, exporters or limits of the deployment, and with the caller's
 * scope.
 */
export function seriesKey(deployment: KnownDeployment): ScopedKey {
  const { sourceScope, id, slug, title, pools, attachments, mappings, copyLabels, limits } = deployment;
  const key =
    keys.get(deployment) ??
    scopedKey(sourceScope, id, slug, title, pools, attachments, mappings ?? null, copyLabels, limits ?? null);
  keys.set(deployment, key);
  return key;
}
