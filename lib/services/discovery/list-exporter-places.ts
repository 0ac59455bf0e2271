/** Which exporters are a deployment's own and which could be: read from its source now, since labels come and go. */
import type { deploymentExportersContract, ExporterPlace } from "@/lib/contracts/deployment-exporters";
import { exporterById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/exporter";
import { AppError } from "@/lib/model/app-error";
import type { LabelSelector } from "@/lib/model/deployment";
import { covers } from "@/lib/model/deployment-review";
import { exporterFits } from "@/lib/model/exporter-fit";
import { printSelectorText } from "@/lib/model/selector-text";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import {
  effectiveDeployment,
  ownAttachments,
  type DeploymentRecord,
  type KnownDeployment,
} from "@/lib/services/deployments/effective-deployments";
import { couldJoin, placeSelector } from "@/lib/services/deployments/exporter-places";
import { compareText, type InstanceGroup } from "@/lib/services/deployments/instance-groups";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { lookAt } from "@/lib/services/deployments/look-at-source";
import { readGroupsOf, readPlaces, readPresence } from "@/lib/services/deployments/serving-groups";

/** A screen full; a fleet of thousands of hosts is selected by hand or in the file. */
const mostPlaces = 300;

interface Asked {
  readonly record: DeploymentRecord;
  readonly parts: readonly DeploymentRecord[];
  readonly groups: readonly InstanceGroup[];
  readonly others: readonly KnownDeployment[];
}

/** Throws not-found, database-unavailable, what the source's client throws. */
export const listExporterPlaces: Handler<typeof deploymentExportersContract> = async ({ params }) => {
  const { records, deployments } = await knownDeployments();
  const record = records.find(({ id }) => id === params.deploymentId);
  if (record === undefined) throw new AppError("not-found", `there is no deployment ${params.deploymentId}`);
  const parts = records.filter(({ mergedInto }) => mergedInto === record.id);
  const source = record.metricsSource;
  const look = lookAt(source);
  const [places, groups] = await Promise.all([
    readPresence(look).then((present) => readPlaces(look, present)),
    readGroupsOf(look, effectiveDeployment(record, parts)),
  ]);
  const asked: Asked = {
    record,
    parts,
    groups: groups.length > 0 ? groups : [bareGroup(record)],
    others: deployments.filter((one) => one.metricsSource === source && one.id !== record.id),
  };
  const told = exporters.flatMap((exporter) => [
    ...joinedPlaces(exporter, asked),
    ...otherPlaces(
      exporter,
      (places.get(exporter.id) ?? []).map(({ labels }) => labels),
      asked,
    ),
  ]);
  const listed = told
    .toSorted((left, right) => exporterFits.indexOf(left.fit) - exporterFits.indexOf(right.fit))
    .slice(0, mostPlaces);
  return { asOfMs: nowMs(), places: listed, unlistedCount: told.length - listed.length };
};

/** What is known of one that no server answers for now: its labels, and where its servers were. */
function bareGroup({ engine, model, pools, instances, lastSeenAtMs }: DeploymentRecord): InstanceGroup {
  const [{ job = "", namespace = "", cluster = "" } = {}] = pools.flatMap(({ selectors }) => selectors);
  const gone = instances.map((instance) => ({
    instance,
    pod: undefined,
    node: undefined,
    hostname: undefined,
  }));
  return { engine, model, job, namespace, cluster, copies: [], instances: gone, lastSeenAtMs };
}

function joinedPlaces(exporter: Exporter, { record, parts, others }: Asked): readonly ExporterPlace[] {
  return ownAttachments(record, parts)
    .filter((one) => one.exporter === exporter.id)
    .flatMap(({ selectors }) => selectors)
    .map((selector) => ({ ...about(exporter, selector, others, selector), fit: "joined" }));
}

type Labels = Readonly<Record<string, string>>;

/** Those that nothing joined finds, each once. */
function otherPlaces(
  exporter: Exporter,
  all: readonly Labels[],
  { record, parts, groups, others }: Asked,
): readonly ExporterPlace[] {
  const own = ownAttachments(record, parts);
  const joined = own.filter((one) => one.exporter === exporter.id).flatMap(({ selectors }) => selectors);
  const hasFamily = own.some((one) => exporterById(one.exporter).family === exporter.family);
  const found = all.flatMap((labels): readonly ExporterPlace[] => {
    const selector = placeSelector(exporter, labels);
    if (selector === undefined || joined.some((one) => covers(one, labels))) return [];
    const told = about(exporter, selector, others, labels);
    // A machine may serve several; a pod is one server's.
    const isTaken = told.usedBy.length > 0 && exporter.places.pod?.some(([pod]) => pod in selector) === true;
    const isPossible = !hasFamily && !isTaken && groups.some((group) => couldJoin(group, exporter, labels));
    return [{ ...told, fit: isPossible ? "possible" : "elsewhere" }];
  });
  const once = new Map(found.map((one) => [printSelectorText([one.selector]), one]));
  return [...once].toSorted(([left], [right]) => compareText(left, right)).map(([, one]) => one);
}

function about(
  { id, title, family }: Exporter,
  selector: LabelSelector,
  others: readonly KnownDeployment[],
  labels: Labels,
): Omit<ExporterPlace, "fit"> {
  const usedBy = others
    .filter(({ attachments }) =>
      attachments.some((one) => one.exporter === id && one.selectors.some((each) => covers(each, labels))),
    )
    .map((one) => one.title);
  return { exporter: id, title, family, selector: { ...selector }, usedBy };
}
