/**
 * The record as it stands after a look: known deployments are brought up to date, new ones get a name that nobody has. What a silent
 * source could not tell this time (hardware, trace services) stays as it was.
 */
import type { Attachment, Pool } from "@/lib/model/deployment";
import type { Source } from "@/lib/model/source";
import { assertPresent } from "@/lib/base/assert";
import { uuidV7 } from "@/lib/server/uuid-v7";
import { withFormerNames } from "./dynamo-stacks";
import { withEdited, type EditedSighting } from "./edited-sightings";
import type { DeploymentRecord } from "./effective-deployments";
import { compareText, identityOf, type InstanceGroup } from "./instance-groups";
import { keyOf, type DeploymentBook } from "./known-deployments";
import { matchTraceServices, type NamedDeployment } from "./match-trace-services";
import { nameDeployments, shortModelName } from "./name-deployments";

export interface SeenDeployment {
  readonly group: InstanceGroup;
  readonly source: Source;
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  /** Undefined when the exporters could not be asked. */
  readonly attachments: readonly Attachment[] | undefined;
  /** Of its engine, as they exist now. */
  readonly metricNames: readonly string[];
  /** Some of the source's stores did not answer: there may be more of it than was seen. */
  readonly isPartial: boolean;
}

export interface Sighting {
  readonly seen: readonly SeenDeployment[];
  /** Undefined when the trace source could not be asked. */
  readonly services: readonly string[] | undefined;
  readonly tracesSource: string | null;
  /** Metrics sources that told everything they serve, none of it in part: what they did not name is missing there. */
  readonly answered: readonly string[];
  /** What selectors of a person or the file found. */
  readonly edited?: ReadonlyMap<string, EditedSighting>;
}

/** The deployments of `sighting` as they should stand now, given those on record, and those that are missing since now. */
export function mergeSighting(
  book: DeploymentBook,
  sighting: Sighting,
  atMs: number,
): readonly DeploymentRecord[] {
  const known = new Map(book.records.map((deployment) => [keyOf(deployment), deployment]));
  const taken = new Set([...book.records.map(({ slug }) => slug), ...book.aliases.keys()]);
  const next: DeploymentRecord[] = [];
  for (const seen of groupBySource(sighting.seen)) {
    const byIdentity = new Map(
      seen.flatMap(({ group, source }) => {
        const identity = identityOf(group);
        const present = known.get(keyOf({ metricsSource: source.slug, identity }));
        return present ? [[identity, present] as const] : [];
      }),
    );
    const naming = nameDeployments(
      seen.map(({ group }) => group),
      { byIdentity, taken },
    );
    for (const each of seen) {
      const identity = identityOf(each.group);
      const names = assertPresent(naming.get(identity), "every group is named");
      taken.add(names.slug);
      const present = byIdentity.get(identity);
      next.push(toRecord(each, { ...names, identity, present, tracesSource: sighting.tracesSource, atMs }));
    }
  }
  const traced = withTraceServices(next, sighting.services);
  const present = withEdited(traced, book.records, sighting.edited ?? new Map(), atMs);
  return [...present, ...newlyMissing(book, present, sighting, atMs)];
}

/** On record, at a source that answered, and not seen. */
function newlyMissing(
  { records }: DeploymentBook,
  seen: readonly DeploymentRecord[],
  { answered }: Sighting,
  atMs: number,
): readonly DeploymentRecord[] {
  const keys = new Set(seen.map(keyOf));
  return (
    records
      // The file's rows stand because the file says so, not because discovery would group series that way.
      .filter(({ managedBy }) => managedBy !== "file")
      .filter((each) => each.missingSinceMs === null && answered.includes(each.metricsSource))
      .filter((each) => !keys.has(keyOf(each)))
      .map((each) => ({ ...each, missingSinceMs: atMs }))
  );
}

function groupBySource(seen: readonly SeenDeployment[]): readonly (readonly SeenDeployment[])[] {
  return [...Map.groupBy(seen, ({ source }) => source.slug).values()];
}

interface Circumstances {
  readonly identity: string;
  readonly title: string;
  readonly slug: string;
  readonly present: DeploymentRecord | undefined;
  readonly tracesSource: string | null;
  readonly atMs: number;
}

function toRecord(
  seen: SeenDeployment,
  { title, slug, identity, present, tracesSource, atMs }: Circumstances,
): DeploymentRecord {
  return {
    id: present?.id ?? uuidV7(),
    slug,
    title,
    model: seen.group.model === "" ? title : seen.group.model,
    engine: seen.group.engine,
    // vLLM's metrics do not tell its version.
    engineVersion: present?.engineVersion ?? null,
    metricsSource: seen.source.slug,
    tracesSource,
    ...wholeOf(seen, present),
    traceServices: present?.traceServices ?? [],
    // A window may reach back to before an upgrade: a name once seen stays.
    metricNames: [...new Set([...(present?.metricNames ?? []), ...seen.metricNames])].toSorted(),
    // As it may to before one of two copies left.
    copyLabels: [...new Set([...(present?.copyLabels ?? []), ...seen.group.copies])].filter(
      (label) => seen.group.apart?.includes(label) !== true,
    ),
    remarks: (seen.isPartial ? undefined : seen.group.remarks) ?? present?.remarks ?? [],
    firstSeenAtMs: present?.firstSeenAtMs ?? Math.min(atMs, seen.group.lastSeenAtMs),
    lastSeenAtMs: Math.max(present?.lastSeenAtMs ?? 0, seen.group.lastSeenAtMs),
    identity,
    missingSinceMs: null,
    review: present?.review ?? "proposed",
    managedBy: present?.managedBy ?? "discovered",
    edits: present?.edits ?? {},
    version: present?.version ?? 1,
    mergedInto: present?.mergedInto ?? null,
  };
}

/** A partial look takes nothing away from what is on record: it only adds servers. */
function wholeOf(
  { pools, instances, attachments, isPartial }: SeenDeployment,
  present: DeploymentRecord | undefined,
): Pick<DeploymentRecord, "pools" | "instances" | "attachments"> {
  if (!isPartial || present === undefined)
    return {
      pools: withFormerNames(pools, present?.pools ?? []),
      instances,
      attachments: attachments ?? present?.attachments ?? [],
    };
  return {
    pools: present.pools,
    instances: [...new Set([...present.instances, ...instances])].toSorted(compareText),
    attachments: present.attachments.length > 0 ? present.attachments : (attachments ?? []),
  };
}

function withTraceServices(
  deployments: readonly DeploymentRecord[],
  services: readonly string[] | undefined,
): readonly DeploymentRecord[] {
  if (services === undefined) return deployments;
  const named: readonly NamedDeployment[] = deployments.map((deployment) => ({
    key: keyOf(deployment),
    names: [
      deployment.title,
      deployment.edits.title ?? deployment.title,
      deployment.slug,
      deployment.model,
      shortModelName(deployment.model),
    ],
  }));
  const matched = matchTraceServices(services, named);
  return deployments.map((deployment) => {
    // A trace source forgets services that were idle; a service once seen stays the deployment's.
    const found = matched.get(keyOf(deployment)) ?? [];
    return found.length === 0 ? deployment : { ...deployment, traceServices: found };
  });
}
