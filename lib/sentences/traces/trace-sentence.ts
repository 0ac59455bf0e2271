/** What took longest before the first token, in a sentence; or what the trace can say when it does not tell its first token. */
import { phaseIds, type PhaseId } from "@/lib/model/phase";
import type { Sentence } from "@/lib/model/sentence";
import { sectionsToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseTimes, type PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import { textPart, seconds, share } from "./sentence-parts";

/** Where time went, as it follows "spent …". */
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
  other: "in work that is none of the known phases",
  unexplained: "where no span explains it",
};

interface Longest {
  readonly phase: PhaseId;
  readonly ns: number;
}

/** The phase with the most of the time, unexplained among them; null where no time passed. */
function longestPhase(times: PhaseTimes): Longest | null {
  let longest: Longest | null = null;
  for (const phase of phaseIds) {
    if (times[phase] > (longest?.ns ?? 0)) longest = { phase, ns: times[phase] };
  }
  return longest;
}

/** `trace` is null where there are no spans. */
export function traceSentence(trace: AnalysedTrace | null): Sentence {
  if (trace === null) return [textPart("This trace has no spans.", true)];
  const toToken = sectionsToFirstToken(trace);
  if (toToken === null || trace.ttftNs === null) return withoutToken(trace);
  const longest = longestPhase(phaseTimes(toToken));
  if (longest === null)
    return [
      textPart("Its first token came after ", true),
      seconds(trace.ttftNs),
      textPart("; no span says where that went."),
    ];
  return [
    textPart(`This request spent `, true),
    seconds(longest.ns, trace.ttftNs),
    textPart(` ${phaseText[longest.phase]} before its first token;`, true),
    textPart(" that is "),
    share(longest.ns / trace.ttftNs),
    textPart(" of the "),
    seconds(trace.ttftNs),
    textPart(" to it."),
    ...afterToken(trace, trace.ttftNs),
  ];
}

/** Said where most of the request came after its first token: what went before it does not say why such a request was slow. */
function afterToken(trace: AnalysedTrace, ttftNs: number): Sentence {
  const restNs = trace.durationNs - ttftNs;
  if (restNs <= trace.durationNs / 2) return [];
  const tokenNs = trace.startNs + ttftNs;
  const after = trace.phaseSections.flatMap((section) =>
    section.toNs <= tokenNs ? [] : [{ ...section, fromNs: Math.max(tokenNs, section.fromNs) }],
  );
  const longest = longestPhase(phaseTimes(after));
  return [
    textPart(" The "),
    seconds(restNs),
    textPart(" after it are "),
    share(restNs / trace.durationNs),
    textPart(" of the request"),
    ...(longest === null
      ? [textPart(".")]
      : [textPart(", "), share(longest.ns / restNs), textPart(` of them ${phaseText[longest.phase]}.`)]),
  ];
}

function withoutToken({ durationNs, phaseNs, isError }: AnalysedTrace): Sentence {
  const lead = [
    textPart(isError ? "This request ended in an error after " : "This request took ", true),
    seconds(durationNs),
    textPart("; ", true),
    textPart(isError ? "no span tells a first token" : "its first token is not told by the engine's spans"),
  ];
  const longest = longestPhase(phaseNs);
  if (longest === null) return [...lead, textPart(".")];
  return [
    ...lead,
    textPart(", and most of its time went by "),
    textPart(phaseText[longest.phase]),
    textPart(", "),
    share(longest.ns / durationNs),
    textPart("."),
  ];
}
