/** Titles of phases in the UI. */
import type { AssignablePhase } from "@/lib/model/traces/phase-rule";
import type { PhaseId } from "@/lib/model/traces/phase";

const titles: { readonly [P in PhaseId | AssignablePhase]: string } = {
  gateway: "Gateway",
  admission: "Admission",
  network: "Network",
  "feature-retrieval": "Feature retrieval",
  tokenize: "Tokenize",
  queue: "Queue",
  prefill: "Prefill",
  decode: "Decode",
  detokenize: "Detokenize",
  assembly: "Response assembly",
  serialize: "Serialize",
  stream: "Stream",
  other: "Other work",
  unexplained: "Unexplained",
  generate: "Prefill, then decode",
};

/** Returns the title of a phase. */
export function phaseTitle(phase: PhaseId | AssignablePhase): string {
  return titles[phase];
}

const lowerCaseTitles: Partial<Readonly<Record<PhaseId, string>>> = {
  "feature-retrieval": "feature retrieval",
  assembly: "response assembly",
};

/** Returns the name of a phase in a chart or a sentence: "response assembly", "queue". */
export function lowerCasePhaseTitle(phase: PhaseId): string {
  return lowerCaseTitles[phase] ?? phase;
}
