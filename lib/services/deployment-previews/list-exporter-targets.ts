/** Lists the exporter targets that belong or may belong to a deployment. Queried now, because labels change. */
import { requireReadableSource } from "@/lib/model/sources/source-scope";
import type { deploymentExportersContract, ExporterTarget } from "@/lib/contracts/deployment-exporters";
import { exporterById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import { AppError } from "@/lib/model/app-error";
import type { LabelSelector } from "@/lib/model/deployment/deployment";
import { includesSelector } from "@/lib/model/deployment/deployment-review";
import { exporterFits } from "@/lib/model/deployment/exporter-fit";
import { printSelectorText } from "@/lib/model/deployment/selector-text";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import {
  toEffectiveDeployment,
  findEffectiveExporterAttachments,
  type DeploymentRecord,
  type KnownDeployment,
} from "@/lib/services/deployments/effective-deployments";
import { canBelongToGroup, createTargetSelector } from "@/lib/services/discovery/exporter-targets";
import { compareText, type InstanceGroup } from "@/lib/services/deployments/instance-groups";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import {
  readMatchedGroups,
  readExporterTargets,
  readPresentMetrics,
} from "@/lib/services/discovery/serving-groups";

/** Maximum number of listed targets. The exporters of larger deployments must be set in the configuration file. */
const maxTargets = 300;

interface ExporterContext {
  readonly record: DeploymentRecord;
  readonly parts: readonly DeploymentRecord[];
  readonly groups: readonly InstanceGroup[];
  readonly otherDeployments: readonly KnownDeployment[];
}

/**
 * Returns the targets of exporters that can be assigned to a deployment. Throws not-found and database-unavailable.
 * Throws errors of the source client.
 */
export const listExporterTargets: Handler<typeof deploymentExportersContract> = async ({
  params,
  principal,
}) => {
  const { records, deployments } = await readKnownDeployments(principal.sourceScope);
  const record = records.find(({ id }) => id === params.deploymentId);
  if (record === undefined) throw new AppError("not-found", `there is no deployment ${params.deploymentId}`);
  const parts = records.filter(({ mergedInto }) => mergedInto === record.id);
  const source = record.metricsSource;
  const pass = startDiscoveryPass(requireReadableSource(source, principal.sourceScope));
  const [targetSamples, groups] = await Promise.all([
    readPresentMetrics(pass).then((present) => readExporterTargets(pass, present)),
    readMatchedGroups(pass, toEffectiveDeployment(record, parts)),
  ]);
  const context: ExporterContext = {
    record,
    parts,
    groups: groups.length > 0 ? groups : [groupFromRecord(record)],
    otherDeployments: deployments.filter((one) => one.metricsSource === source && one.id !== record.id),
  };
  const targets = exporters.flatMap((exporter) => [
    ...joinedTargets(exporter, context),
    ...otherTargets(
      exporter,
      (targetSamples.get(exporter.id) ?? []).map(({ labels }) => labels),
      context,
    ),
  ]);
  const listed = targets
    .toSorted((left, right) => exporterFits.indexOf(left.fit) - exporterFits.indexOf(right.fit))
    .slice(0, maxTargets);
  return { asOfMs: nowMs(), targets: listed, unlistedCount: targets.length - listed.length };
};

/** Builds a group from the stored values of a deployment that has no server at present. */
function groupFromRecord({ engine, model, pools, instances, lastSeenAtMs }: DeploymentRecord): InstanceGroup {
  const [{ job = "", namespace = "", cluster = "" } = {}] = pools.flatMap(({ selectors }) => selectors);
  const lastInstances = instances.map((instance) => ({
    instance,
    pod: undefined,
    node: undefined,
    hostname: undefined,
  }));
  return {
    engine,
    model,
    job,
    namespace,
    cluster,
    observedCopyLabels: [],
    instances: lastInstances,
    lastSeenAtMs,
  };
}

function joinedTargets(
  exporter: Exporter,
  { record, parts, otherDeployments }: ExporterContext,
): readonly ExporterTarget[] {
  return findEffectiveExporterAttachments(record, parts)
    .filter((one) => one.exporter === exporter.id)
    .flatMap(({ selectors }) => selectors)
    .map((selector) => ({
      ...describeTarget(exporter, selector, otherDeployments, selector),
      fit: "joined",
    }));
}

type Labels = Readonly<Record<string, string>>;

/** Returns the targets without a join, without duplicates. */
function otherTargets(
  exporter: Exporter,
  labelSets: readonly Labels[],
  { record, parts, groups, otherDeployments }: ExporterContext,
): readonly ExporterTarget[] {
  const attachments = findEffectiveExporterAttachments(record, parts);
  const joined = attachments
    .filter((one) => one.exporter === exporter.id)
    .flatMap(({ selectors }) => selectors);
  const hasFamily = attachments.some((one) => exporterById(one.exporter).family === exporter.family);
  const found = labelSets.flatMap((labels): readonly ExporterTarget[] => {
    const selector = createTargetSelector(exporter, labels);
    if (selector === undefined || joined.some((one) => includesSelector(one, labels))) return [];
    const target = describeTarget(exporter, selector, otherDeployments, labels);
    // A host can run several deployments, but a pod belongs to only one deployment.
    const isTaken =
      target.usedBy.length > 0 && exporter.joinLabels.pod?.some(([pod]) => pod in selector) === true;
    const isPossible =
      !hasFamily && !isTaken && groups.some((group) => canBelongToGroup(group, exporter, labels));
    return [{ ...target, fit: isPossible ? "possible" : "elsewhere" }];
  });
  const once = new Map(found.map((one) => [printSelectorText([one.selector]), one]));
  return [...once].toSorted(([left], [right]) => compareText(left, right)).map(([, one]) => one);
}

function describeTarget(
  { id, title, family }: Exporter,
  selector: LabelSelector,
  otherDeployments: readonly KnownDeployment[],
  labels: Labels,
): Omit<ExporterTarget, "fit"> {
  const usedBy = otherDeployments
    .filter(({ attachments }) =>
      attachments.some(
        (one) => one.exporter === id && one.selectors.some((each) => includesSelector(each, labels)),
      ),
    )
    .map((one) => one.title);
  return { exporter: id, title, family, selector: { ...selector }, usedBy };
}
