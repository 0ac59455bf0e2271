/**
 * Finds the instances of a deployment that are down: service discovery still lists their targets, and the targets fail
 * their scrapes. A target that was removed has no `up` series and is not down.
 */
import { ownValue } from "@/lib/base/own-value";
import { findWorkersAmong, type StackWorker } from "@/lib/model/deployment/stack-worker";
import type { InstantSample } from "@/lib/model/grid";
import type { DownSince } from "@/lib/model/reading";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { DownInstances } from "@/lib/model/status/status-facts";
import { formatPromqlDuration, metricSelector, printPromql } from "@/lib/semantic/compile/promql";
import {
  escapeRegex,
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryableDeployment,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";

/** Query for all targets of a source whose last scrape failed. All deployments share its result. */
export const failingTargetsQuery = printPromql({
  kind: "binary",
  operator: "<",
  lhs: metricSelector("up", []),
  rhs: { kind: "number", value: 1 },
});

/** Time before now in which the start of an outage is searched. */
const historyMs = 6 * 3_600_000;

/** Returns the instances of a deployment whose targets fail, in the order of `instances`. */
export function findFailingInstances(
  instances: readonly string[],
  failingTargets: readonly InstantSample[],
): readonly string[] {
  const addresses = new Set(failingTargets.map(({ labels }) => labels["instance"]));
  return instances.filter((instance) => addresses.has(instance));
}

/** Returns the instances and workers of a deployment whose targets fail. */
export function listFailingTargets(
  { instances = [], workers = [] }: Pick<QueryableDeployment, "instances" | "workers">,
  failingTargets: readonly InstantSample[],
): readonly string[] {
  const failingWorkers = findWorkersAmong(workers, failingTargets).map(({ instance }) => instance);
  return [...findFailingInstances(instances, failingTargets), ...failingWorkers];
}

/** Returns the values of a label of the deployment's failing targets, sorted. */
export function listFailingValues(
  context: QueryContext,
  label: string,
  failing: readonly InstantSample[],
): readonly string[] {
  const { instances = [], workers = [] } = context.deployment;
  const addresses = [...instances, ...workers.map(({ instance }) => instance)];
  const selectors = getEngineSeriesFinder(context).findLabelSelectors({
    names: ["up"],
    matchedBy: "process",
  });
  const values = failing
    .filter(({ labels }) => addresses.includes(labels["instance"] ?? ""))
    .filter(({ labels }) =>
      selectors.some((selector) =>
        Object.entries(selector).every(([name, value]) => (ownValue(labels, name) ?? "") === value),
      ),
    )
    .map(({ labels }) => ownValue(labels, label) ?? "");
  return [...new Set(values)].filter((value) => value !== "").toSorted();
}

/** Builds range selectors for the `up` samples of these instances, one per selector of the deployment. */
export function listQueriesOfUpMetric(
  context: QueryContext,
  instances: readonly string[],
): readonly string[] {
  const value = instances.map(escapeRegex).join("|");
  const finder = {
    ...getEngineSeriesFinder(context),
    findMetricNames: () => ["up"],
    extraMatchers: [{ label: "instance", operator: "=~", value } as const],
  };
  return findSeriesSelectors({ names: ["up"], matchedBy: "process" }, finder).map(
    (series) => `${printPromql(series)}[${formatPromqlDuration(historyMs)}]`,
  );
}

/**
 * Builds range selectors for the `up` samples of workers, one per job. A worker without engine metrics may have a
 * different job than the selectors of its deployment.
 */
export function listWorkerQueriesOfUpMetric(workers: readonly StackWorker[]): readonly string[] {
  return [...Map.groupBy(workers, ({ job }) => job)].map(([job, same]) => {
    const series = metricSelector("up", [
      { label: "job", operator: "=", value: job },
      {
        label: "instance",
        operator: "=~",
        value: same.map(({ instance }) => escapeRegex(instance)).join("|"),
      },
    ]);
    return `${printPromql(series)}[${formatPromqlDuration(historyMs)}]`;
  });
}

/** Samples of `up` of one target. */
export interface UpSamples {
  readonly labels: Readonly<Record<string, string>>;
  /** Epoch milliseconds, ascending. */
  readonly timesMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Last successful and first failed scrape of an instance that is down. */
export interface Outage {
  /** Time of the last successful scrape; null if no sample is from a successful scrape. */
  readonly lastUpMs: number | null;
  readonly firstFailureMs: number;
}

/**
 * Finds the outages that last until `atMs`, by instance. An instance with several targets is down only if all of them
 * are.
 */
export function findOutages(targets: readonly UpSamples[], atMs: number): ReadonlyMap<string, Outage> {
  const present = targets.filter(
    ({ timesMs }) => atMs - (timesMs[timesMs.length - 1] ?? -Infinity) < evaluationWindows.headlineWindowMs,
  );
  const byInstance = Map.groupBy(present, ({ labels }) => labels["instance"] ?? "");
  return new Map(
    [...byInstance].flatMap(([instance, same]) => {
      const outages = same.map((one) => findOutage(one, atMs));
      const known = outages.filter((one) => one !== null);
      const last = known.toSorted((a, b) => b.firstFailureMs - a.firstFailureMs)[0];
      return last === undefined || known.length < outages.length ? [] : [[instance, last] as const];
    }),
  );
}

/**
 * Returns the outage of a target. Null if the target responds, or if too few of its scrapes failed to be conclusive.
 */
function findOutage({ timesMs, values }: UpSamples, atMs: number): Outage | null {
  let index = values.length - 1;
  while (index >= 0 && values[index] === 0) index -= 1;
  const failureCount = values.length - 1 - index;
  const firstFailureMs = timesMs[index + 1];
  if (firstFailureMs === undefined || failureCount < evaluationWindows.silentScrapes) return null;
  if (atMs - firstFailureMs < evaluationWindows.silentForMs) return null;
  return { lastUpMs: timesMs[index] ?? null, firstFailureMs };
}

/**
 * Returns the number of instances that are down and the time since which the first of them is down. Null if none is
 * down.
 */
export function summarizeOutages(
  outages: ReadonlyMap<string, Outage>,
  { instanceCount, atMs }: { readonly instanceCount: number; readonly atMs: number },
): DownInstances | null {
  const first = [...outages.values()].toSorted((a, b) => a.firstFailureMs - b.firstFailureMs)[0];
  return first === undefined ? null : { downCount: outages.size, instanceCount, since: sinceOf(first, atMs) };
}

function sinceOf({ lastUpMs, firstFailureMs }: Outage, atMs: number): DownSince {
  return lastUpMs === null
    ? { kind: "at-least", elapsedMs: atMs - firstFailureMs }
    : { kind: "since", atMs: lastUpMs, withinMs: firstFailureMs - lastUpMs, elapsedMs: atMs - lastUpMs };
}
