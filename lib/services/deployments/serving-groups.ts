/** Asks a metrics source what it serves now. */
import type { InstantSample } from "@/lib/model/grid";
import { engines } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { instancesPromql } from "./discovery-queries";
import { groupInstances, type InstanceGroup } from "./instance-groups";

/** Samples of `promql` now. Throws what the source's client throws. */
export async function askNow(slug: string, promql: string): Promise<readonly InstantSample[]> {
  const { samples } = await queryInstant(connectionFor(slug).upstream, { promql, atMs: nowMs() });
  return samples;
}

/** Everything that serves a model at the source `slug`, in groups that become deployments. */
export async function readServingGroups(slug: string): Promise<readonly InstanceGroup[]> {
  const found = await Promise.all(
    engines.map(async (engine) => groupInstances(engine, await askNow(slug, instancesPromql(engine)))),
  );
  return found.flat();
}
