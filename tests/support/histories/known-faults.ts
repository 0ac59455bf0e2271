/** Faults of the demo with a known affected phase, each on an otherwise healthy deployment. code-32b has no fault. */
import type { PhaseId } from "@/lib/model/traces/phase";

export interface KnownFault {
  readonly deployment: string;
  readonly fault: string;
  readonly strength: number;
  /** The affected instance, for deployments with several. */
  readonly instance?: string;
  /** The phase that the fault slows down. */
  readonly phase: PhaseId;
  /** Expected text in a sentence about the phase. */
  readonly expectedText: string;
}

export const healthyDeployment = "code-32b";

export const knownFaults: readonly KnownFault[] = [
  // A stronger fault would rank this deployment above chat-70b for the following specs.
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
