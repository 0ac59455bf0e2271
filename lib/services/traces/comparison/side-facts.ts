/** What is told of one side of a comparison: how many requests, from where, and how complete their reading was. */
import type { ComparedSide } from "@/lib/contracts/trace-comparison";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { ComparedTime } from "@/lib/model/compared-group";
import type { Sent } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import type { SideRead } from "./read-sides";

interface Told {
  readonly name: string;
  readonly label: string;
  readonly requests: readonly AnalysedTrace[];
  readonly untold: number;
  readonly time: ComparedTime;
  readonly requestId: string;
}

export function sideFacts(side: SideRead, told: Told): Sent<ComparedSide> {
  const { asked, service, windows, meanRunning, requestsInMetrics, reading } = side;
  const { requests, time } = told;
  const times = requests.map(({ durationNs, ttftNs }) => (time === "request" ? durationNs : ttftNs));
  return {
    name: told.name,
    label: told.label,
    deployment: asked.deployment?.slug ?? null,
    service,
    windows,
    traceId: asked.group.kind === "trace" ? asked.group.traceId : null,
    n: times.filter((ns) => ns !== null).length,
    untold: told.untold,
    meanNs: meanOf(times),
    meanRequestNs: meanOf(requests.map(({ durationNs }) => durationNs)),
    meanPromptTokens: meanOf(requests.map(({ promptTokens }) => promptTokens)),
    meanOutputTokens: meanOf(requests.map(({ outputTokens }) => outputTokens)),
    meanRunning,
    requestsInMetrics,
    reading: reading === null ? null : readingOf(reading, told.requestId),
  };
}

function readingOf(
  {
    asked,
    got,
    startUps,
    filteredOut,
    cut,
    endedBy,
    failure,
    covered,
    unreadSlices,
  }: NonNullable<SideRead["reading"]>,
  requestId: string,
): NonNullable<Sent<ComparedSide>["reading"]> {
  return {
    asked,
    got,
    startUps,
    filteredOut,
    cut,
    endedBy,
    failure: failure === null ? null : toProblem(failure, requestId),
    covered,
    unreadSlices,
  };
}

/** Over the numbers that are there; null without any. */
function meanOf(numbers: readonly (number | null)[]): number | null {
  const told = numbers.filter((one) => one !== null);
  return told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0) / told.length;
}
