/** Faults of the demo whose phase is known, each for a deployment that is otherwise well. code-32b is left healthy. */
import type { PhaseId } from "@/lib/model/phase";

export interface KnownFault {
  readonly deployment: string;
  readonly fault: string;
  readonly strength: number;
  /** The only one it is put on, where the deployment has others. */
  readonly instance?: string;
  /** Where its time goes. */
  readonly phase: PhaseId;
  /** How a sentence says so. */
  readonly expectedText: string;
}

export const healthyDeployment = "code-32b";

export const knownFaults: readonly KnownFault[] = [
  // No slower than that: a deployment whose first tokens are late would stand above chat-70b for the specs that follow.
  {
    deployment: "assist-8b",
    fault: "slow-tokenizer",
    strength: 300,
    instance: "assist-8b-0",
    phase: "tokenize",
    expectedText: "more tokenising",
  },
  {
    deployment: "extract-14b",
    fault: "network-delay",
    strength: 900,
    phase: "network",
    expectedText: "more on the network",
  },
  {
    deployment: "search-30b",
    fault: "slow-feature-store",
    strength: 30,
    instance: "search-30b-1",
    phase: "feature-retrieval",
    expectedText: "more retrieving features",
  },
];
