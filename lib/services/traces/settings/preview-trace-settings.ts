/** Handler that previews trace services and phase rules on the newest requests, before they are saved. */
import type {
  traceSettingsPreviewContract,
  TraceSettingsPreviewResponse,
} from "@/lib/contracts/traces/trace-settings-preview";
import {
  computePhaseTimeShares,
  countPhaseRuleMatches,
  listUnknownOperations,
} from "@/lib/analysis/traces/rule-usage";
import { analyseTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { createTeamPhaseMap } from "@/lib/engines/definitions/team-phase-map";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { AppError } from "@/lib/model/app-error";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import type { Trace } from "@/lib/model/traces/trace";
import { phaseIds } from "@/lib/model/traces/phase";
import { nowMs } from "@/lib/server/clock";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { Handler } from "@/lib/server/handler";
import { toEffectiveDeployment } from "@/lib/services/deployments/effective-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readTraceGroup } from "@/lib/services/traces/query/trace-group";

const windowMs = 3_600_000;
/** Number of requests to read: enough for stable shares, and fast enough while the operator types. */
const maxRequests = 100;
const maxUnknownOperations = 10;

/**
 * Returns a preview of trace services and phase rules on the newest requests. Throws not-found for an unknown
 * deployment, and errors of the source.
 */
export const previewTraceSettings: Handler<typeof traceSettingsPreviewContract> = async ({
  body,
  principal,
  signal,
}) => {
  const { records } = await readKnownDeployments(principal.sourceScope);
  const record = records.find(({ id }) => id === body.deploymentId);
  if (record === undefined) throw new AppError("not-found", `there is no deployment ${body.deploymentId}`);
  const { traceServices, phases } = body;
  const edits = {
    ...record.edits,
    ...(traceServices === undefined ? {} : { traceServices }),
    ...(phases === undefined ? {} : { phases }),
  };
  const parts = records.filter(({ mergedInto }) => mergedInto === record.id);
  const deployment = {
    ...toEffectiveDeployment({ ...record, edits }, parts),
    sourceScope: principal.sourceScope,
  };
  const endMs = nowMs();
  const window = { startMs: endMs - windowMs, endMs };
  if (deployment.traceServices.length === 0)
    return {
      ...previewOf([], deployment, record.edits.phases),
      asOfMs: endMs,
      window,
      service: null,
      isTruncated: false,
    };
  const { requests, retrieval, service } = await readTraceGroup({
    deployment,
    window,
    maxTraces: maxRequests,
    signal,
  });
  return {
    ...previewOf(requests, deployment, record.edits.phases),
    asOfMs: endMs,
    window,
    service,
    isTruncated: retrieval.isTruncated,
  };
};

function previewOf(
  requests: readonly AnalysedTrace[],
  { traceServices, engine, phases = [] }: KnownDeployment,
  saved: readonly PhaseRule[] | undefined,
): ReadonlyDeep<Omit<TraceSettingsPreviewResponse, "asOfMs" | "window" | "service" | "isTruncated">> {
  const unknown = listUnknownOperations(requests);
  const shares = computePhaseTimeShares(requests);
  const before = computePhaseTimeShares(analyseTraces(requests.map(asTrace), listPhaseMaps(engine, saved)));
  return {
    requestCount: requests.length,
    services: servicesIn(requests, traceServices),
    rules: countPhaseRuleMatches(requests, createTeamPhaseMap(phases)),
    phases: phaseIds.map((phase) => ({ phase, share: shares[phase], savedShare: before[phase] })),
    unknown: unknown.slice(0, maxUnknownOperations),
    unknownCount: unknown.length,
  };
}

/** Returns the original trace, so that other rules can be applied to its spans. */
function asTrace({ traceId, startEpochNs, durationNs, rows }: AnalysedTrace): Trace {
  return { traceId, startEpochNs, durationNs, spans: rows.map(({ span }) => span) };
}

function servicesIn(
  requests: readonly AnalysedTrace[],
  names: readonly string[],
): ReadonlyDeep<TraceSettingsPreviewResponse["services"]> {
  const totalNs = requests.reduce((sum, { durationNs }) => sum + durationNs, 0);
  return names.map((name) => {
    const serviceRows = requests.map(({ rows }) => rows.filter(({ span }) => span.service === name));
    const criticalNs = serviceRows.flat().reduce((sum, row) => sum + row.criticalNs, 0);
    return {
      name,
      spanCount: serviceRows.reduce((sum, rows) => sum + rows.length, 0),
      traceCount: serviceRows.filter((rows) => rows.length > 0).length,
      requestTimeShare: totalNs > 0 ? criticalNs / totalNs : 0,
    };
  });
}
