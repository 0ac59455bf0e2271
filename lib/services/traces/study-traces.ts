/** What the requests of a service spent their time on. Read anew whenever it is asked for, and told with its age. */
import type { traceStudyContract } from "@/lib/contracts/trace-study";
import { isAppError } from "@/lib/model/app-error";
import { askedWindow } from "@/lib/server/asked-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { inSteps } from "@/lib/base/in-steps";
import { toProblem } from "@/lib/server/problem";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { comparedPart, type ComparedPart } from "./compared-part";
import type { Beside } from "./study-durations";
import { studyInSteps } from "./study-group";
import { studyMetrics } from "./study-metrics";
import { filtersOf } from "./trace-conditions";
import { readGroup, type TraceGroup } from "./trace-group";

const mostServices = 200;

export const studyTraces: Handler<typeof traceStudyContract> = async ({ query, signal, requestId }) => {
  const deployment = await resolveDeployment(query.deployment);
  const window = askedWindow(query);
  const filters = filtersOf(query);
  const services = deployment.traceServices.slice(0, mostServices);
  try {
    const group = await readGroup({
      deployment,
      window,
      most: query.n,
      signal,
      ...(query.service === undefined ? {} : { service: query.service }),
      ...(filters === undefined ? {} : { filters }),
    });
    const beside = await besideMetrics(deployment, group, filters === undefined);
    const slow = { by: query.slowBy, quantile: query.slowQuantile, overMs: query.slowOverMs };
    const study = await inSteps(studyInSteps(group, { slow, beside, requestId }), signal);
    return { asOfMs: nowMs(), window, source: group.source, services, study, problem: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    const source = { slug: deployment.tracesSource ?? "jaeger", version: null, api: null };
    const problem = toProblem(error, requestId);
    return { asOfMs: nowMs(), window, source, services, study: null, problem };
  }
};

async function besideMetrics(
  deployment: KnownDeployment,
  { requests, reading }: TraceGroup,
  areAll: boolean,
): Promise<Beside> {
  const part: ComparedPart = areAll
    ? comparedPart(requests, reading.covered, nowMs())
    : { kind: "none", why: "The traces are chosen by conditions; the metric counts all requests." };
  if (part.kind === "none") return { requests, metrics: { kind: "not-told", why: part.why } };
  return { requests: part.requests, metrics: await studyMetrics(deployment, part.window) };
}
