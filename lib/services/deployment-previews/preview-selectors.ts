/** Previews an edit before it is saved: servers, signals and exporters of the edited deployment. */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { DiscoveryPreviewResponse, discoveryPreviewContract } from "@/lib/contracts/discovery";
import { AppError } from "@/lib/model/app-error";
import type { Question } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { exporterById } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { Handler } from "@/lib/server/handler";
import {
  toEffectiveDeployment,
  type DeploymentRecord,
  type KnownDeployment,
} from "@/lib/services/deployments/effective-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readMatchedInstanceNames } from "@/lib/services/discovery/serving-groups";
import { answerForDeployment } from "@/lib/services/signals/answer-question";
import { listPreviewSignals } from "./preview-signals";

type PreviewSignal = DiscoveryPreviewResponse["signals"][number];

const window = { from: "now-15m", to: "now" } as const;
/** A preview needs only a few points per series. */
const maxPoints = 30;

/**
 * Returns the servers, signals and exporters of an edited deployment before it is saved. Throws not-found. Throws
 * invalid-input for a merge across sources. Throws errors of the source client.
 */
export const previewSelectors: Handler<typeof discoveryPreviewContract> = async ({
  body,
  principal,
  signal,
}) => {
  const { records } = await readKnownDeployments(principal.sourceScope);
  const record = recordOf(records, body.deploymentId);
  const joined = body.mergeWith.map((id) => recordOf(records, id));
  const parts = records.filter(({ mergedInto }) => [record, ...joined].some(({ id }) => id === mergedInto));
  if (joined.some(({ metricsSource }) => metricsSource !== record.metricsSource))
    throw new AppError("invalid-input", "only deployments of the same metrics source can be merged");
  const { pools, attachments, mappings } = body;
  const edits = {
    ...record.edits,
    ...(pools === undefined ? {} : { pools }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(mappings === undefined ? {} : { mappings }),
  };
  const known = toEffectiveDeployment({ ...record, edits }, [
    ...joined.filter(({ engine }) => engine === record.engine),
    ...parts,
  ]);
  // Stored metric names and servers are removed, because the preview shows those that the edited selectors match.
  const deployment: KnownDeployment = {
    ...known,
    sourceScope: principal.sourceScope,
    metricNames: [],
    ...(pools === undefined ? {} : { instances: [] }),
  };
  const [instances, signals] = await Promise.all([
    readMatchedInstanceNames(startDiscoveryPass(findMetricsSource(deployment)), deployment),
    Promise.all(listPreviewSignals(deployment).map((id) => previewSignal(deployment, id, signal))),
  ]);
  const exporters = deployment.attachments.filter(({ selectors }) => selectors.length > 0);
  return {
    asOfMs: nowMs(),
    instances,
    signals,
    attachments: exporters.map(({ exporter }) => ({ exporter, title: exporterById(exporter).title })),
  };
};

function recordOf(records: readonly DeploymentRecord[], id: string): DeploymentRecord {
  const found = records.find((one) => one.id === id);
  if (found === undefined) throw new AppError("not-found", `there is no deployment ${id}`);
  return found;
}

const statistics = { distribution: "p95", counter: "rate", gauge: "value" } as const;

async function previewSignal(
  deployment: KnownDeployment,
  signalId: SignalId,
  signal: AbortSignal,
): Promise<ReadonlyDeep<PreviewSignal>> {
  const statistic = statistics[signalDefinition(signalId).kind];
  const question: Question = {
    v: 1,
    signals: [signalId],
    statistics: [statistic],
    scope: { deployment: deployment.slug },
    window,
  };
  const { series, pointCount } = await answerForDeployment(deployment, question, { maxPoints, signal });
  const [first] = series;
  const unknown: Reading = { kind: "absent", reason: "not-yet-known", detail: "No series matches." };
  return {
    signal: signalId,
    statistic,
    headline: first?.headline ?? unknown,
    pointCount,
    values: first?.values ?? [],
  };
}
