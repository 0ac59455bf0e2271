/** Headline of a trace: the longest phase before the first token, or of the full request when no first token is reported. */
import type { RequestOutcome } from "@/lib/model/traces/request-outcome";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";
import type { Sentence } from "@/lib/model/sentence";
import { assignPhasesToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { sumTimesByPhase, type PhaseTimes } from "@/lib/analysis/traces/phase-segments";
import { escapeHiddenCharacters, spanDisplayName } from "@/lib/base/safe-text";
import { textPart, durationPart, sharePart } from "./sentence-parts";

/** Phase in a sentence after "spent 2 s". */
export const phaseText: { readonly [P in PhaseId]: string } = {
  gateway: "in the gateway",
  admission: "in admission",
  network: "on the network",
  "feature-retrieval": "retrieving features",
  tokenize: "tokenising",
  queue: "waiting in the queue",
  prefill: "in prefill",
  decode: "in decode",
  detokenize: "detokenising",
  assembly: "assembling the response",
  serialize: "serialising",
  stream: "streaming",
  other: "in other work",
  unexplained: "outside of any span",
};

interface Longest {
  readonly phase: PhaseId;
  readonly ns: number;
}

/** Returns the longest phase, which may be the unexplained time; null when no time passed. */
function longestPhase(times: PhaseTimes): Longest | null {
  let longest: Longest | null = null;
  for (const phase of phaseIds) {
    if (times[phase] > (longest?.ns ?? 0)) longest = { phase, ns: times[phase] };
  }
  return longest;
}

/**
 * Returns in which phase a request spent most of its time, and what makes the trace longer than the request. `trace` is
 * null when it has no spans.
 */
export function traceSentence(trace: AnalysedTrace | null): Sentence {
  if (trace === null) return [textPart("This trace has no spans.", true)];
  return [...requestSentence(trace), ...lateSpanSentence(trace)];
}

/** Returns a part for a share at the start of a sentence: "All" instead of "100 %". */
function leadingShare(ratio: number): Sentence[number] {
  return ratio >= displayedAsAll ? textPart("All") : sharePart(ratio);
}

/** Shares above this limit are displayed as 100 %. */
const displayedAsAll = 0.9995;

/** Names the span that ends after the request, because it sets the duration of the trace in the list and in the page. */
function lateSpanSentence({ lateSpan: late, traceDurationNs: traceNs }: AnalysedTrace): Sentence {
  if (late === null) return [];
  const name = `${spanDisplayName(late.span.operation)} of ${escapeHiddenCharacters(late.span.service)}`;
  return [
    textPart(" The trace took "),
    durationPart(traceNs),
    textPart(`, because ${name} ends `),
    durationPart(late.afterRequestNs),
    textPart(" after the request: "),
    textPart(
      late.isLongerThanRequest
        ? "a span longer than its request means clock skew or a wrong duration."
        : "clock skew, or work that continues after the response.",
    ),
  ];
}

function requestSentence(trace: AnalysedTrace): Sentence {
  const toToken = assignPhasesToFirstToken(trace);
  if (toToken === null || trace.ttftNs === null) return withoutToken(trace);
  const longest = longestPhase(sumTimesByPhase(toToken));
  if (longest === null)
    return [
      textPart("The first token of this request arrived after ", true),
      durationPart(trace.ttftNs),
      textPart(". No span explains this time."),
    ];
  return [
    textPart(`This request spent `, true),
    durationPart(longest.ns, trace.ttftNs),
    textPart(` ${phaseText[longest.phase]} before its first token`, true),
    textPart(": "),
    ...(longest.ns / trace.ttftNs >= displayedAsAll
      ? [textPart("all")]
      : [sharePart(longest.ns / trace.ttftNs)]),
    textPart(" of its time to first token of "),
    durationPart(trace.ttftNs),
    textPart("."),
    ...afterToken(trace, trace.ttftNs),
  ];
}

/** Describes the time after the first token if it is more than half of the request, because it then explains the duration. */
function afterToken(trace: AnalysedTrace, ttftNs: number): Sentence {
  const restNs = trace.durationNs - ttftNs;
  if (restNs <= trace.durationNs / 2) return [];
  const tokenNs = trace.startNs + ttftNs;
  const after = trace.phaseSegments.flatMap((segment) =>
    segment.toNs <= tokenNs ? [] : [{ ...segment, fromNs: Math.max(tokenNs, segment.fromNs) }],
  );
  const longest = longestPhase(sumTimesByPhase(after));
  return [
    textPart(" The "),
    durationPart(restNs),
    textPart(" after its first token are "),
    sharePart(restNs / trace.durationNs),
    textPart(" of the request"),
    ...(longest === null
      ? [textPart(".")]
      : [
          textPart(". "),
          leadingShare(longest.ns / restNs),
          textPart(` of that was ${phaseText[longest.phase]}.`),
        ]),
  ];
}

const leadTexts: { readonly [Outcome in RequestOutcome]: string } = {
  success: "This request took ",
  error: "This request ended in an error after ",
  abort: "The client aborted this request after ",
};

function withoutToken({ durationNs, phaseNs, outcome }: AnalysedTrace): Sentence {
  const lead = [
    textPart(leadTexts[outcome], true),
    durationPart(durationNs),
    textPart(".", true),
    textPart(
      outcome === "success"
        ? " The engine's spans report no first token."
        : " No span reports a first token.",
    ),
  ];
  const longest = longestPhase(phaseNs);
  if (longest === null) return lead;
  return [
    ...lead,
    textPart(" "),
    leadingShare(longest.ns / durationNs),
    textPart(` of its time was ${phaseText[longest.phase]}.`),
  ];
}
