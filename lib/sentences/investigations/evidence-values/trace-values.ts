/** Main values of stored traces, lists of traces, comparisons and flows, one sentence each. */
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { phaseTitle } from "@/lib/format/phase";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatNanoseconds } from "@/lib/format/time";
import type { ComparedNumbers, ComparedSide } from "@/lib/contracts/traces/trace-comparison";
import {
  callName,
  describeBrokenHop,
  describeCall,
  describeRetrieval,
} from "@/lib/sentences/traces/flow-text";
import { sortTraces } from "@/lib/sentences/traces/trace-orders";
import { meansText } from "@/lib/sentences/traces/side-text";

type DataOf<E extends EvidenceData["endpoint"]> = Extract<EvidenceData, { endpoint: E }>;

/** Returns the sentence, the duration and the time per phase of a trace. */
export function listTraceValues({ trace }: DataOf<"trace">): readonly string[] {
  const { headline, durationNs, spanCount, firstTokenNs, ttft, request } = trace;
  const phases = (name: string, part: typeof ttft): readonly string[] =>
    part === null
      ? []
      : [
          `${name}: ${part.phases.map(({ phase, ns }) => `${phaseTitle(phase)} ${formatNanoseconds(ns)}`).join(", ")}`,
        ];
  return [
    sentenceText(headline),
    `Duration ${formatNanoseconds(durationNs)}, ${countWithNoun(spanCount, "span")}${firstTokenNs === null ? "" : `, first token after ${formatNanoseconds(firstTokenNs)}`}`,
    ...phases("Phases of the request", request),
    ...phases("Phases until the first token", ttft),
  ];
}

/** Number of traces of a list that are described. */
const describedTraces = 10;

/** Returns the number of traces, and the first traces of the list in its order. */
export function listTracesValues(
  { list }: DataOf<"traces">,
  order: QuestionOf<"traces">["order"],
): readonly string[] {
  const { metricRequestCount } = list;
  const listed = sortTraces(list, order)?.traces ?? [];
  const counted =
    metricRequestCount === null
      ? ""
      : ` The metrics counted ${countWithNoun(metricRequestCount, "request")}.`;
  return [
    `The list has ${countWithNoun(listed.length, "trace")}.${counted}`,
    ...listed
      .slice(0, describedTraces)
      .map(({ traceId, rootOperation, durationNs, ttftSeconds, ...row }) =>
        [
          `${traceId}, ${rootOperation}: duration ${formatNanoseconds(durationNs)}`,
          ...(ttftSeconds === null ? [] : [`TTFT ${formatNanoseconds(ttftSeconds * 1e9)}`]),
          ...(row.promptTokens === null ? [] : [`prompt ${countWithNoun(row.promptTokens, "token")}`]),
          ...(row.outputTokens === null ? [] : [`output ${countWithNoun(row.outputTokens, "token")}`]),
        ].join(", "),
      ),
  ];
}

/** Returns the sentences that the page of a comparison of traces displays above its numbers. */
export function traceComparisonVerdict({
  headline,
  remainder,
}: DataOf<"trace-comparison">["comparison"]): string {
  return `${sentenceText(headline)}${remainder === null ? "" : ` ${sentenceText(remainder)}`}`;
}

/** Returns the sentences, both groups with n, and the difference of each phase with its interval. */
export function listTraceComparisonValues({ comparison }: DataOf<"trace-comparison">): readonly string[] {
  const { a, b, difference } = comparison;
  return [
    traceComparisonVerdict(comparison),
    ...[a, b].map(describeSide),
    ...(difference === null
      ? []
      : [
          describeNumbers("Total", difference.total),
          ...difference.phases.map((row) => describeNumbers(phaseTitle(row.phase), row)),
        ]),
  ];
}

function describeSide(side: ComparedSide): string {
  const means = meansText(side);
  return `${side.name}: n = ${countWithNoun(side.n, "request")}${means === "" ? "" : `, ${means}`}`;
}

function describeNumbers(name: string, { a, b, difference, interval }: ComparedNumbers): string {
  const range =
    interval === null
      ? ""
      : ` (95 % interval ${formatNanoseconds(interval.lower)} to ${formatNanoseconds(interval.upper)})`;
  return `${name}: mean ${formatNanoseconds(a)} and ${formatNanoseconds(b)}, difference ${formatNanoseconds(difference)}${range}`;
}

/** Returns the sentence, the requests that were read, the numbers of each call, and the broken hops. */
export function listTraceFlowValues({ flow: answer }: DataOf<"trace-flow">): readonly string[] {
  const { headline, flow, compared } = answer;
  if (flow === null) return [sentenceText(headline)];
  const isScaled = flow.retrieval.scale.kind === "all-requests";
  const comparisonLabel = compared === null ? null : "the comparison window";
  return [
    sentenceText(headline),
    `${formatCount(flow.nodes.length)} services. ${describeRetrieval(flow.retrieval)}`,
    ...flow.edges.map(
      (edge) => `${callName(edge)}: ${describeCall(edge, isScaled, comparisonLabel).join(" ")}`,
    ),
    ...flow.hops.map(describeBrokenHop),
  ];
}
