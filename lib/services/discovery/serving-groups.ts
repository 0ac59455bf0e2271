/**
 * Queries the engines and exporters of a metrics source. A first query finds the existing metric names, so that only the
 * engines and exporters that are present are queried.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { ExporterId, LabelSelector } from "@/lib/model/deployment/deployment";
import { engineById, engineOfDeployment, detectableEngines, exporters } from "@/lib/engines";
import {
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import type { Engine } from "@/lib/engines/definitions/engine";
import { isMetricName, listOutcomeEntries } from "@/lib/semantic/compile/observed-series";
import { addStackWorkers } from "./stack-workers";
import { addStackRemarks, addWorkerRoles } from "./dynamo-stacks";
import {
  createMatchedInstanceNamesPromql,
  createDynamoWorkersPromql,
  createRecentDynamoWorkersPromql,
  createMatchedInstancesPromql,
  createInstancesPromql,
  createRecentMetricPresencePromql,
  createMetricNamesPromql,
  createExporterTargetsPromql,
  createMetricPresencePromql,
} from "./discovery-queries";
import type { KnownDeployment } from "@/lib/services/deployments/effective-deployments";
import { compareText, groupInstances, type InstanceGroup } from "../deployments/instance-groups";
import type { DiscoveryPass } from "./discovery-pass";
import { withReplicaLabels } from "./replica-labels";
import { removeDuplicateDetections } from "./duplicate-detections";

async function queryMetricNames({ queryInstant }: DiscoveryPass, promql: string): Promise<readonly string[]> {
  return (await queryInstant(promql)).flatMap(({ labels }) => labels["__name__"] ?? []);
}

async function queryServedSeries(
  { queryInstant }: DiscoveryPass,
  engine: Engine,
  promql: string,
): Promise<readonly string[]> {
  const samples = await queryInstant(promql);
  const entries = samples.flatMap(({ labels }) =>
    [labels["__name__"] ?? [], ...listOutcomeEntries(engine, labels)].flat(),
  );
  return [...new Set(entries)];
}

/**
 * Returns the metric names of known engines and exporters that have series now or had samples in the last
 * minute.
 */
export async function readPresentMetrics(pass: DiscoveryPass): Promise<ReadonlySet<string>> {
  const queries = [createMetricPresencePromql(), createRecentMetricPresencePromql()];
  const names = await Promise.all(queries.map((promql) => queryMetricNames(pass, promql)));
  return new Set(names.flat());
}

/**
 * Returns all serving instances of the source, grouped by model and location. Each group becomes a
 * deployment.
 */
export async function readServingGroups(
  pass: DiscoveryPass,
  presentMetrics: ReadonlySet<string>,
): Promise<readonly InstanceGroup[]> {
  const { queryInstant } = pass;
  const found = await Promise.all(
    detectableEngines.map(async (engine) => {
      const promql = createInstancesPromql(engine, presentMetrics);
      return promql === undefined ? [] : groupInstances(engine, await queryInstant(promql));
    }),
  );
  const components = createDynamoWorkersPromql(presentMetrics);
  const groups = await withReplicaLabels(pass, removeDuplicateDetections(found.flat()));
  const recentComponents = createRecentDynamoWorkersPromql(presentMetrics);
  if (components === undefined || recentComponents === undefined) return groups;
  const [workers, recentWorkers] = await Promise.all(
    [components, recentComponents].map((promql) => queryInstant(promql)),
  );
  return addStackWorkers(addWorkerRoles(addStackRemarks(groups, workers ?? []), recentWorkers ?? []), {
    present: workers ?? [],
    recent: recentWorkers ?? [],
  });
}

/** Returns the targets of each exporter that the source has, with their labels. */
export async function readExporterTargets(
  { queryInstant }: DiscoveryPass,
  presentMetrics: ReadonlySet<string>,
): Promise<ReadonlyMap<ExporterId, readonly InstantSample[]>> {
  const found = await Promise.all(
    exporters.map(async (exporter) => {
      const promql = createExporterTargetsPromql(exporter, presentMetrics);
      return promql === undefined ? [] : [[exporter.id, await queryInstant(promql)] as const];
    }),
  );
  return new Map(found.flat());
}

/** Returns the current metric names of a deployment's series. */
export async function readServingMetricNames(
  pass: DiscoveryPass,
  target: Pick<QueryContext, "engine" | "deployment">,
): Promise<readonly string[]> {
  return (await readObservedSeriesNames(pass, target)).filter(isMetricName);
}

/**
 * Returns the entries that a deployment's current series add to its metric history: metric names and counted
 * outcomes.
 */
export async function readObservedSeriesNames(
  pass: DiscoveryPass,
  { engine, deployment }: Pick<QueryContext, "engine" | "deployment">,
): Promise<readonly string[]> {
  const serving = deployment.pools.filter(({ role }) => role !== "router");
  const selectors = serving.flatMap((pool) => pool.selectors);
  const entries = await Promise.all(
    selectors.map((one) => queryServedSeries(pass, engine, createMetricNamesPromql(engine, one))),
  );
  return [...new Set(entries.flat())];
}

/** Reads the metric names and counted outcomes of the series that a selector of the group matches. */
export type MetricNamesReader = (group: InstanceGroup, selector: LabelSelector) => Promise<readonly string[]>;

/**
 * Creates a reader of current metric names and counted outcomes, sorted. Groups with equal selectors share
 * one query.
 */
export function createMetricNamesReader(pass: DiscoveryPass): MetricNamesReader {
  const requests = new Map<string, Promise<readonly string[]>>();
  return async (group, selector) => {
    const engine = engineById(group.engine);
    const instances = group.instances.map(({ instance }) => instance);
    const promql = createMetricNamesPromql(engine, selector, instances);
    const entries = requests.get(promql) ?? queryServedSeries(pass, engine, promql);
    requests.set(promql, entries);
    return (await entries).toSorted();
  };
}

/** Returns the instances that a deployment's selectors match now, grouped, with their location labels. */
export async function readMatchedGroups(
  { queryInstant }: DiscoveryPass,
  deployment: Pick<KnownDeployment, "engine" | "slug"> & QueryContext["deployment"],
): Promise<readonly InstanceGroup[]> {
  const engine = engineOfDeployment(deployment);
  const scope = { deployment: deployment.slug };
  const series = findSeriesSelectors(
    { names: engine.detectionMetrics },
    getEngineSeriesFinder({ engine, deployment, scope }),
  );
  return groupInstances(engine, await queryInstant(createMatchedInstancesPromql(engine, series)));
}

/**
 * Returns the `instance` labels (or pods) of the instances that a deployment's selectors match now, sorted.
 */
export async function readMatchedInstanceNames(
  { queryInstant }: DiscoveryPass,
  deployment: Pick<KnownDeployment, "engine" | "slug"> & QueryContext["deployment"],
): Promise<readonly string[]> {
  const engine = engineOfDeployment(deployment);
  const series = findSeriesSelectors(
    { names: engine.detectionMetrics },
    getEngineSeriesFinder({ engine, deployment, scope: { deployment: deployment.slug } }),
  );
  const samples = await queryInstant(createMatchedInstanceNamesPromql(series));
  return samples
    .map(({ labels }) => labels["instance"] ?? labels["pod"] ?? "")
    .filter((name) => name !== "")
    .toSorted(compareText);
}
