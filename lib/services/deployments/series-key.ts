/**
 * Cache key of a deployment that changes with every edit or merge. The slug alone would return cached data of the
 * previous state.
 */
import type { KnownDeployment } from "./effective-deployments";

const keys = new WeakMap<KnownDeployment, string>();

/** Returns a text that changes with the title, series, exporters or limits of the deployment. */
export function seriesKey(deployment: KnownDeployment): string {
  const { id, slug, title, pools, attachments, mappings, copyLabels, limits } = deployment;
  const key =
    keys.get(deployment) ??
    JSON.stringify([id, slug, title, pools, attachments, mappings ?? null, copyLabels, limits ?? null]);
  keys.set(deployment, key);
  return key;
}
