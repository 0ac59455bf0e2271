/**
 * Handler of the trace study. The traces are read for every request, and the response states its time. If the source
 * fails, it contains the last study.
 */
import type { traceStudyContract, TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { isAppError } from "@/lib/model/app-error";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import { getLastResults, type LastResults } from "@/lib/server/concurrency/last-results";
import type { Handler } from "@/lib/server/handler";
import { runInSteps } from "@/lib/base/steps";
import { toProblem } from "@/lib/server/http/problem";
import { createScopedKey } from "@/lib/model/sources/source-scope";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { compareWithMetrics } from "./compare-with-metrics";
import { studyTraceGroup } from "./study-group";
import { toTraceFilters } from "@/lib/services/traces/query/trace-conditions";
import { readTraceGroup } from "@/lib/services/traces/query/trace-group";

const maxServices = 200;

/** Handles the request to analyse many traces of a deployment. */
export const studyTraces: Handler<typeof traceStudyContract> = async ({
  query,
  principal,
  signal,
  requestId,
}) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const window = resolveRequestedWindow(query);
  const filters = toTraceFilters(query);
  const services = deployment.traceServices.slice(0, maxServices);
  const key = createScopedKey(principal.sourceScope, createSeriesKey(deployment), JSON.stringify(query));
  try {
    const group = await readTraceGroup({
      deployment,
      window,
      maxTraces: query.n,
      signal,
      ...(query.service === undefined ? {} : { service: query.service }),
      ...(filters === undefined ? {} : { filters }),
    });
    const { requests, retrieval } = group;
    const isUnfiltered = filters === undefined;
    const compared = await compareWithMetrics(deployment, {
      requests,
      coveredWindow: retrieval.coveredWindow,
      isUnfiltered,
    });
    const { slowBy, slowQuantile, slowOverMs } = query;
    const slowOptions = { slowBy, slowQuantile, slowOverMs };
    const study = await runInSteps(
      studyTraceGroup(group, { slowOptions, comparedRequests: compared, requestId }),
      signal,
    );
    const answer = { asOfMs: nowMs(), window, source: group.traceSource, services, study, problem: null };
    if (retrieval.failure === null) lastStudies().set(key, answer);
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    const lastStudy = lastStudies().get(key);
    if (lastStudy !== undefined)
      return { ...lastStudy, serverNowMs: nowMs(), problem: toProblem(error, requestId) };
    const source = { slug: deployment.tracesSource ?? "jaeger", version: null, api: null };
    const problem = toProblem(error, requestId);
    return { asOfMs: nowMs(), window, source, services, study: null, problem };
  }
};

/** The last complete studies, which stay visible with their age while the source is down. */
const lastStudies = (): LastResults<ReadonlyDeep<TraceStudyResponse>> =>
  getLastResults("traces-last-studies");
