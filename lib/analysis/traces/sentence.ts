/** What took longest before the first token, in a sentence; or what the trace can say when it does not tell its first token. */
import { phaseIds, type PhaseId } from "@/lib/model/phase";
import type { Sentence } from "@/lib/model/sentence";
import { sectionsToFirstToken, type AnalysedTrace } from "./analyse-trace";
import { phaseTimes, type PhaseTimes } from "./phase-sections";
import { say, seconds, share } from "./sentence-parts";

/** Where time went, as it follows "spent …". */
export const phaseWords: { readonly [P in PhaseId]: string } = {
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
  if (trace === null) return [say("This trace has no spans.", true)];
  const toToken = sectionsToFirstToken(trace);
  if (toToken === null || trace.ttftNs === null) return withoutToken(trace);
  const longest = longestPhase(phaseTimes(toToken));
  if (longest === null)
    return [
      say("Its first token came after ", true),
      seconds(trace.ttftNs),
      say("; no span says where that went."),
    ];
  return [
    say(`This request spent `, true),
    seconds(longest.ns, trace.ttftNs),
    say(` ${phaseWords[longest.phase]} before its first token;`, true),
    say(" that is "),
    share(longest.ns / trace.ttftNs),
    say(" of the "),
    seconds(trace.ttftNs),
    say(" to it."),
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
    say(" The "),
    seconds(restNs),
    say(" after it are "),
    share(restNs / trace.durationNs),
    say(" of the request"),
    ...(longest === null
      ? [say(".")]
      : [say(", "), share(longest.ns / restNs), say(` of them ${phaseWords[longest.phase]}.`)]),
  ];
}

function withoutToken({ durationNs, phaseNs, isError }: AnalysedTrace): Sentence {
  const lead = [
    say(isError ? "This request ended in an error after " : "This request took ", true),
    seconds(durationNs),
    say("; ", true),
    say(isError ? "no span tells a first token" : "its first token is not told by the engine's spans"),
  ];
  const longest = longestPhase(phaseNs);
  if (longest === null) return [...lead, say(".")];
  return [
    ...lead,
    say(", and most of its time went by "),
    say(phaseWords[longest.phase]),
    say(", "),
    share(longest.ns / durationNs),
    say("."),
  ];
}
