/** Describes one deployment for review: discovered and edited values, merge state, gateways and backends. */
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { includesSelector, inactiveSinceMs } from "@/lib/model/deployment/deployment-review";
import type { LabelSelector } from "@/lib/model/deployment/deployment";
import { limitIds, resolveLimits } from "@/lib/model/deployment/limits";
import { mappableSignals, type SignalMappings } from "@/lib/model/signals/signal-mapping";
import { engineById, exporterById } from "@/lib/engines";
import { isMetricName } from "@/lib/semantic/compile/observed-series";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { describeRefusal, type TeamCaller } from "@/lib/server/access/team-rights";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { toEffectiveDeployment, findEffectivePools } from "@/lib/services/deployments/effective-deployments";
import type { RequestLayers } from "@/lib/services/deployments/request-layers";

/** Deployments, aliases and caller that the description of a deployment depends on. */
export interface ReviewableDeploymentContext {
  readonly records: readonly DeploymentRecord[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly layers: RequestLayers;
  readonly asOfMs: number;
  /** The caller, whose right to change the deployment is part of the description. */
  readonly caller: TeamCaller;
}

type DeploymentReference = ReadonlyDeep<ReviewableDeployment["parts"][number]>;

/** Describes a deployment for the page on which people accept, edit and merge discovered deployments. */
export function describeReviewableDeployment(
  record: DeploymentRecord,
  context: ReviewableDeploymentContext,
): ReadonlyDeep<ReviewableDeployment> {
  const { records, aliases, layers, asOfMs } = context;
  const { edits } = record;
  const engine = engineById(record.engine);
  const byId = new Map(records.map((one) => [one.id, one]));
  const referencesTo = (ids: readonly string[]): readonly DeploymentReference[] =>
    ids.flatMap((id) => {
      const found = byId.get(id);
      return found === undefined ? [] : [referenceTo(found)];
    });
  const parts = records.filter(({ mergedInto }) => mergedInto === record.id);
  const isPart = record.mergedInto !== null;
  const effective = toEffectiveDeployment(record, parts);
  return {
    ...referenceTo(record),
    discoveredTitle: record.title,
    review: record.review,
    managedBy: record.managedBy,
    teamId: record.teamId,
    changeRefusal: refusalOf(record, context),
    version: record.version,
    engine: { id: engine.id, title: engine.title, role: engine.role },
    model: record.model,
    metricsSource: record.metricsSource,
    instances: effective.instances,
    pools: effective.pools,
    editablePools: findEffectivePools(record),
    discoveredPools: edits.pools === undefined || record.managedBy === "file" ? null : record.pools,
    attachments: effective.attachments.map(({ exporter, selectors }) => {
      const { title, family } = exporterById(exporter);
      return { exporter, title, family, selectors };
    }),
    hasEditedAttachments: edits.attachments !== undefined && record.managedBy !== "file",
    mappings: givenMappings(edits.mappings),
    takesMappings: engine.role === "training" || Object.keys(edits.mappings ?? {}).length > 0,
    traceServices: effective.traceServices,
    hasEditedTraceServices: edits.traceServices !== undefined && record.managedBy !== "file",
    hasTraces: record.tracesSource !== null,
    limits: describeLimits(record),
    phases: edits.phases ?? [],
    remarks: record.remarks ?? [],
    metricNameCount: effective.metricNames.filter(isMetricName).length,
    firstSeenAtMs: effective.firstSeenAtMs,
    lastSeenAtMs: effective.lastSeenAtMs,
    inactiveSinceMs: inactiveSinceMs(effective, asOfMs),
    canSplitOff: isPart && byId.get(record.mergedInto ?? "")?.managedBy !== "file",
    mergedInto: referencesTo(record.mergedInto === null ? [] : [record.mergedInto])[0] ?? null,
    role: edits.role ?? null,
    parts: parts.map(referenceTo),
    formerSlugs: isPart
      ? []
      : [...aliases].filter(([, present]) => present === record.slug).map(([former]) => former),
    gateways: referencesTo(layers.get(record.id)?.gatewayIds ?? []),
    backends: referencesTo(layers.get(record.id)?.backendIds ?? []),
    overlaps: records.filter((other) => shareSeries(record, other)).map(referenceTo),
  };
}

/**
 * Returns why the caller may not change the deployment; null if the caller may. A change of a merged deployment also
 * changes the deployment into which it is merged, so the caller needs the right to both.
 */
function refusalOf(
  record: DeploymentRecord,
  { records, caller }: ReviewableDeploymentContext,
): string | null {
  const changed = records.filter(({ id }) => id === record.id || id === record.mergedInto);
  const endpoint = { contractId: "review-deployment", noun: "deployment" } as const;
  return changed.map((one) => describeRefusal(caller, one, endpoint)).find((text) => text !== null) ?? null;
}

function describeLimits({ edits, managedBy }: DeploymentRecord): ReviewableDeployment["limits"] {
  const limits = resolveLimits(edits);
  const overriddenBy = managedBy === "file" ? "file" : "person";
  const described = limitIds.map((id) => {
    const setBy = edits.limits?.[id] === undefined ? "default" : overriddenBy;
    return [id, { value: limits[id], setBy }] as const;
  });
  return Object.fromEntries(described) as ReviewableDeployment["limits"];
}

type Mappings = ReadonlyDeep<ReviewableDeployment["mappings"]>;

function givenMappings(mappings: SignalMappings = {}): Mappings {
  const given = mappableSignals.flatMap((signal) => {
    const one = mappings[signal];
    return one === undefined ? [] : [[signal, one] as const];
  });
  return Object.fromEntries(given);
}

function referenceTo({ id, slug, title, edits }: DeploymentRecord): DeploymentReference {
  return { id, slug, title: edits.title ?? title };
}

/** Returns whether two deployments are separate and have selectors that match the same series. */
function shareSeries(one: DeploymentRecord, other: DeploymentRecord): boolean {
  const isApart =
    one.id === other.id ||
    one.metricsSource !== other.metricsSource ||
    one.engine !== other.engine ||
    [one, other].some(({ mergedInto, review }) => mergedInto !== null || review === "hidden");
  if (isApart) return false;
  const [left, right] = [selectorsOf(one), selectorsOf(other)];
  return left.some((a) => right.some((b) => includesSelector(a, b) || includesSelector(b, a)));
}

function selectorsOf(record: DeploymentRecord): readonly LabelSelector[] {
  return findEffectivePools(record).flatMap(({ selectors }) => selectors);
}
