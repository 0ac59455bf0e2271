/** Asks a metrics source what it serves now: first which names exist, then only about the engines and exporters that do. */
import type { InstantSample } from "@/lib/model/grid";
import type { ExporterId, LabelSelector } from "@/lib/model/deployment";
import { engineById, engines, exporters } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import { anyOf, printPromql } from "@/lib/semantic/promql";
import { engineFinder, seriesOf, type Place } from "@/lib/semantic/scope-selectors";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { instancesPromql, namesPromql, placesPromql, presencePromql } from "./discovery-queries";
import type { KnownDeployment } from "./effective-deployments";
import { compareText, groupInstances, type InstanceGroup } from "./instance-groups";
import { withoutYielded } from "./yielded-instances";

/** Samples of `promql` now. Throws what the source's client throws. */
export async function askNow(slug: string, promql: string): Promise<readonly InstantSample[]> {
  const { samples } = await queryInstant(connectionFor(slug).upstream, { promql, atMs: nowMs() });
  return samples;
}

async function askNames(slug: string, promql: string): Promise<readonly string[]> {
  return (await askNow(slug, promql)).flatMap(({ labels }) => labels["__name__"] ?? []);
}

export async function readPresence(slug: string): Promise<ReadonlySet<string>> {
  return new Set(await askNames(slug, presencePromql()));
}

/** Everything that serves a model at the source `slug`, in groups that become deployments. */
export async function readServingGroups(
  slug: string,
  present: ReadonlySet<string>,
): Promise<readonly InstanceGroup[]> {
  const found = await Promise.all(
    engines.map(async (engine) => {
      const promql = instancesPromql(engine, present);
      return promql === undefined ? [] : groupInstances(engine, await askNow(slug, promql));
    }),
  );
  return withoutYielded(found.flat());
}

/** Places by exporter, for those that are present. */
export async function readPlaces(
  slug: string,
  present: ReadonlySet<string>,
): Promise<ReadonlyMap<ExporterId, readonly InstantSample[]>> {
  const found = await Promise.all(
    exporters.map(async (exporter) => {
      const promql = placesPromql(exporter, present);
      return promql === undefined ? [] : [[exporter.id, await askNow(slug, promql)] as const];
    }),
  );
  return new Map(found.flat());
}

/** Names of a deployment's own metrics that exist now. */
export async function readMetricNamesOf(
  slug: string,
  { engine, deployment }: Pick<Place, "engine" | "deployment">,
): Promise<readonly string[]> {
  const serving = deployment.pools.filter(({ role }) => role !== "router");
  const selectors = serving.flatMap((pool) => pool.selectors);
  const names = await Promise.all(selectors.map((one) => askNames(slug, namesPromql(engine, one))));
  return [...new Set(names.flat())];
}

export type NamesReader = (group: InstanceGroup, selector: LabelSelector) => Promise<readonly string[]>;

/**
 * Reads the names of a group's own metrics that exist now, sorted. Models of one scrape job share the question, which looks at
 * every series of the job: it is asked once for all of them.
 */
export function createNamesReader(slug: string): NamesReader {
  const asked = new Map<string, Promise<readonly string[]>>();
  return async (group, selector) => {
    const promql = namesPromql(engineById(group.engine), selector);
    const names = asked.get(promql) ?? askNames(slug, promql);
    asked.set(promql, names);
    return (await names).toSorted();
  };
}

/** Servers that a deployment's selectors find now, sorted. */
export async function readInstancesOf(
  deployment: Pick<KnownDeployment, "engine" | "slug" | "metricsSource"> & Place["deployment"],
): Promise<readonly string[]> {
  const engine = engineById(deployment.engine);
  const series = seriesOf(
    { names: engine.detectionMetrics },
    engineFinder({ engine, deployment, scope: { deployment: deployment.slug } }),
  );
  const of = anyOf(series);
  const promql = printPromql({ kind: "aggregate", name: "group", by: ["instance", "pod"], of });
  const samples = await askNow(deployment.metricsSource, promql);
  return samples
    .map(({ labels }) => labels["instance"] ?? labels["pod"] ?? "")
    .filter((name) => name !== "")
    .toSorted(compareText);
}
