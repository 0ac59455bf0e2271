/** One deployment as the review shows it: as discovered, as edited, what it is part of and what stands before or behind it. */
import type { Proposal } from "@/lib/contracts/discovery";
import { covers, goneSinceMs } from "@/lib/model/deployment-review";
import type { LabelSelector } from "@/lib/model/deployment";
import { mappedSignals, type SignalMappings } from "@/lib/model/signal-mapping";
import { engineById, exporterById } from "@/lib/engines";
import type { Sent } from "@/lib/server/handler";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { effectiveDeployment, poolsOf } from "@/lib/services/deployments/effective-deployments";
import type { Layers } from "@/lib/services/deployments/request-layers";

export interface Surroundings {
  readonly records: readonly DeploymentRecord[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly layers: Layers;
  readonly asOfMs: number;
}

type Named = Sent<Proposal["parts"][number]>;

export function describeProposal(record: DeploymentRecord, around: Surroundings): Sent<Proposal> {
  const { records, aliases, layers, asOfMs } = around;
  const { edits } = record;
  const engine = engineById(record.engine);
  const byId = new Map(records.map((one) => [one.id, one]));
  const named = (ids: readonly string[]): readonly Named[] =>
    ids.flatMap((id) => {
      const found = byId.get(id);
      return found === undefined ? [] : [nameOf(found)];
    });
  const parts = records.filter(({ mergedInto }) => mergedInto === record.id);
  const isPart = record.mergedInto !== null;
  const whole = effectiveDeployment(record, parts);
  return {
    ...nameOf(record),
    discoveredTitle: record.title,
    review: record.review,
    managedBy: record.managedBy,
    version: record.version,
    engine: { id: engine.id, title: engine.title, role: engine.role },
    model: record.model,
    metricsSource: record.metricsSource,
    instances: whole.instances,
    pools: whole.pools,
    ownPools: poolsOf(record),
    discoveredPools: edits.pools === undefined || record.managedBy === "file" ? null : record.pools,
    attachments: whole.attachments.map(({ exporter, selectors }) => {
      const { title, family } = exporterById(exporter);
      return { exporter, title, family, selectors };
    }),
    areAttachmentsEdited: edits.attachments !== undefined && record.managedBy !== "file",
    mappings: givenMappings(edits.mappings),
    takesMappings: engine.role === "training" || Object.keys(edits.mappings ?? {}).length > 0,
    traceServices: whole.traceServices,
    areTraceServicesEdited: edits.traceServices !== undefined && record.managedBy !== "file",
    hasTraces: record.tracesSource !== null,
    phases: edits.phases ?? [],
    remarks: record.remarks ?? [],
    metricNameCount: whole.metricNames.length,
    firstSeenAtMs: whole.firstSeenAtMs,
    lastSeenAtMs: whole.lastSeenAtMs,
    goneSinceMs: goneSinceMs(whole, asOfMs),
    canSplitOff: isPart && byId.get(record.mergedInto ?? "")?.managedBy !== "file",
    mergedInto: named(record.mergedInto === null ? [] : [record.mergedInto])[0] ?? null,
    role: edits.role ?? null,
    parts: parts.map(nameOf),
    formerSlugs: isPart
      ? []
      : [...aliases].filter(([, present]) => present === record.slug).map(([former]) => former),
    behind: named(layers.get(record.id)?.behind ?? []),
    inFrontOf: named(layers.get(record.id)?.inFrontOf ?? []),
    overlaps: records.filter((other) => overlap(record, other)).map(nameOf),
  };
}

type Mappings = Sent<Proposal["mappings"]>;

function givenMappings(mappings: SignalMappings = {}): Mappings {
  const given = mappedSignals.flatMap((signal) => {
    const one = mappings[signal];
    return one === undefined ? [] : [[signal, one] as const];
  });
  return Object.fromEntries(given);
}

function nameOf({ id, slug, title, edits }: DeploymentRecord): Named {
  return { id, slug, title: edits.title ?? title };
}

/** Both stand on their own and some selector of one finds series of the other. */
function overlap(one: DeploymentRecord, other: DeploymentRecord): boolean {
  const isApart =
    one.id === other.id ||
    one.metricsSource !== other.metricsSource ||
    one.engine !== other.engine ||
    [one, other].some(({ mergedInto, review }) => mergedInto !== null || review === "hidden");
  if (isApart) return false;
  const [left, right] = [selectorsOf(one), selectorsOf(other)];
  return left.some((a) => right.some((b) => covers(a, b) || covers(b, a)));
}

function selectorsOf(record: DeploymentRecord): readonly LabelSelector[] {
  return poolsOf(record).flatMap(({ selectors }) => selectors);
}
