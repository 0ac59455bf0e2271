/** What tells apart two states of a deployment that is edited or merged: its address alone would find what was read before. */
import type { KnownDeployment } from "./effective-deployments";

const keys = new WeakMap<KnownDeployment, string>();

/** Text that is another one as soon as its name, its series or its exporters are others. */
export function seriesKey(deployment: KnownDeployment): string {
  const { id, slug, title, pools, attachments, mappings, copyLabels } = deployment;
  const key =
    keys.get(deployment) ??
    JSON.stringify([id, slug, title, pools, attachments, mappings ?? null, copyLabels]);
  keys.set(deployment, key);
  return key;
}
