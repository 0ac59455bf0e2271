/** What took longest before the first token, in a sentence; or what the trace can say when it does not tell its first token. */
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import type { PhaseId } from "@/lib/model/trace";
import { phaseOf } from "./phases";
import { selfTimesNs } from "./self-time";
import { endNs, type TreeRow } from "./tree";

const say = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});
const seconds = (ns: number): SentencePart => ({
  kind: "number",
  value: ns / 1e9,
  unit: "seconds",
  displayUnit: "s",
});
const share = (ratio: number): SentencePart => ({
  kind: "number",
  value: ratio,
  unit: "ratio",
  displayUnit: "%",
});

const words: { readonly [P in PhaseId]: string } = {
  gateway: "in the gateway",
  admission: "in admission",
  network: "on the network",
  "feature-retrieval": "retrieving features",
  tokenize: "tokenising",
  queue: "waiting in the queue",
  prefill: "in prefill",
  decode: "in decode",
  detokenize: "detokenising",
  assembly: "assembling the prompt",
  serialize: "serialising",
  stream: "streaming",
  unexplained: "where no span explains it",
};

/** The phase with the most self time in [0, untilNs), and its share of that time. */
function longestPhase(
  rows: readonly TreeRow[],
  untilNs: number,
): { readonly phase: PhaseId; readonly ns: number } | null {
  const selfNs = selfTimesNs(rows, { fromNs: 0, toNs: untilNs });
  const totals = new Map<PhaseId, number>();
  for (const [index, { span }] of rows.entries()) {
    const phase = phaseOf(span);
    if (phase !== null) totals.set(phase, (totals.get(phase) ?? 0) + (selfNs[index] ?? 0));
  }
  let longest: { readonly phase: PhaseId; readonly ns: number } | null = null;
  for (const [phase, ns] of totals) {
    if (longest === null || ns > longest.ns) longest = { phase, ns };
  }
  return longest;
}

/** `firstTokenNs` from the trace's start; null when the trace does not tell it. */
export function traceSentence(rows: readonly TreeRow[], firstTokenNs: number | null): Sentence {
  const [root] = rows;
  if (root === undefined) return [say("This trace has no spans.", true)];
  const wholeNs = Math.max(...rows.map(({ span }) => endNs(span)));
  const untilNs = firstTokenNs ?? wholeNs;
  const longest = longestPhase(rows, untilNs);
  if (firstTokenNs === null) {
    const lead = [
      say("This request took ", true),
      seconds(wholeNs),
      say("; ", true),
      say("its first token is not told by the engine's spans"),
    ];
    if (longest === null) return [...lead, say(".")];
    return [
      ...lead,
      say(", and most of its time went by "),
      say(words[longest.phase]),
      say(", "),
      share(longest.ns / wholeNs),
      say("."),
    ];
  }
  if (longest === null)
    return [
      say("Its first token came after ", true),
      seconds(firstTokenNs),
      say("; no span says where that went."),
    ];
  return [
    say(`This request spent `, true),
    seconds(longest.ns),
    say(` ${words[longest.phase]} before its first token;`, true),
    say(" that is "),
    share(longest.ns / firstTokenNs),
    say(" of the "),
    seconds(firstTokenNs),
    say(" to it."),
  ];
}
