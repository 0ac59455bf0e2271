/** Asks a metrics source what it serves now: first which names exist, then only about the engines and exporters that do. */
import type { InstantSample } from "@/lib/model/grid";
import type { ExporterId, LabelSelector } from "@/lib/model/deployment";
import { engineById, engineOf, engines, exporters } from "@/lib/engines";
import { engineFinder, seriesOf, type Place } from "@/lib/semantic/scope-selectors";
import { withStackRemarks } from "./dynamo-stacks";
import {
  addressesPromql,
  componentsPromql,
  groupsPromql,
  instancesPromql,
  latePresencePromql,
  namesPromql,
  placesPromql,
  presencePromql,
} from "./discovery-queries";
import type { KnownDeployment } from "./effective-deployments";
import { compareText, groupInstances, type InstanceGroup } from "./instance-groups";
import type { Look } from "./look-at-source";
import { withCopies } from "./read-copies";
import { withoutYielded } from "./yielded-instances";

async function askNames({ ask }: Look, promql: string): Promise<readonly string[]> {
  return (await ask(promql)).flatMap(({ labels }) => labels["__name__"] ?? []);
}

export async function readPresence(look: Look): Promise<ReadonlySet<string>> {
  const questions = [presencePromql(), latePresencePromql()];
  const names = await Promise.all(questions.map((promql) => askNames(look, promql)));
  return new Set(names.flat());
}

/** Everything that serves a model at the source, in groups that become deployments. */
export async function readServingGroups(
  look: Look,
  present: ReadonlySet<string>,
): Promise<readonly InstanceGroup[]> {
  const { ask } = look;
  const found = await Promise.all(
    engines.map(async (engine) => {
      const promql = instancesPromql(engine, present);
      return promql === undefined ? [] : groupInstances(engine, await ask(promql));
    }),
  );
  const components = componentsPromql(present);
  const groups = await withCopies(look, withoutYielded(found.flat()));
  return components === undefined ? groups : withStackRemarks(groups, await ask(components));
}

/** Places by exporter, for those that are present. */
export async function readPlaces(
  { ask }: Look,
  present: ReadonlySet<string>,
): Promise<ReadonlyMap<ExporterId, readonly InstantSample[]>> {
  const found = await Promise.all(
    exporters.map(async (exporter) => {
      const promql = placesPromql(exporter, present);
      return promql === undefined ? [] : [[exporter.id, await ask(promql)] as const];
    }),
  );
  return new Map(found.flat());
}

/** Names of a deployment's own metrics that exist now. */
export async function readMetricNamesOf(
  look: Look,
  { engine, deployment }: Pick<Place, "engine" | "deployment">,
): Promise<readonly string[]> {
  const serving = deployment.pools.filter(({ role }) => role !== "router");
  const selectors = serving.flatMap((pool) => pool.selectors);
  const names = await Promise.all(selectors.map((one) => askNames(look, namesPromql(engine, one))));
  return [...new Set(names.flat())];
}

export type NamesReader = (group: InstanceGroup, selector: LabelSelector) => Promise<readonly string[]>;

/**
 * Reads the names of a group's own metrics that exist now, sorted. Models of one scrape job share the question, which looks at
 * every series of the job: it is asked once for all of them.
 */
export function createNamesReader(look: Look): NamesReader {
  const asked = new Map<string, Promise<readonly string[]>>();
  return async (group, selector) => {
    const promql = namesPromql(engineById(group.engine), selector);
    const names = asked.get(promql) ?? askNames(look, promql);
    asked.set(promql, names);
    return (await names).toSorted();
  };
}

/** The servers that a deployment's selectors find now, with the labels that say where they run. */
export async function readGroupsOf(
  { ask }: Look,
  deployment: Pick<KnownDeployment, "engine" | "slug"> & Place["deployment"],
): Promise<readonly InstanceGroup[]> {
  const engine = engineOf(deployment);
  const scope = { deployment: deployment.slug };
  const series = seriesOf({ names: engine.detectionMetrics }, engineFinder({ engine, deployment, scope }));
  return groupInstances(engine, await ask(groupsPromql(engine, series)));
}

/** Servers that a deployment's selectors find now, sorted. */
export async function readInstancesOf(
  { ask }: Look,
  deployment: Pick<KnownDeployment, "engine" | "slug"> & Place["deployment"],
): Promise<readonly string[]> {
  const engine = engineOf(deployment);
  const series = seriesOf(
    { names: engine.detectionMetrics },
    engineFinder({ engine, deployment, scope: { deployment: deployment.slug } }),
  );
  const samples = await ask(addressesPromql(series));
  return samples
    .map(({ labels }) => labels["instance"] ?? labels["pod"] ?? "")
    .filter((name) => name !== "")
    .toSorted(compareText);
}
