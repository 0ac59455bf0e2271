/** The context of a row's problem. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { ProblemFacts } from "@/lib/model/status/problem-facts";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import type { Judgement } from "@/lib/status/judge-status";
import type { OverviewRowFacts } from "@/lib/status/status-rule";
import { statusRule } from "@/lib/status/statuses";
import { problemContext } from "@/lib/status/context/problem-context";
import { collectProblemFacts, type ProblemFactsRequest } from "./collect-problem-facts";

interface VerdictRead extends Omit<ProblemFactsRequest, "ids" | "status"> {
  readonly judgement: Judgement;
  readonly isTraining: boolean;
}

/**
 * Returns the facts about the problem of a deployment. Null for a status that is not a problem, and for
 * training jobs.
 */
export async function readProblemFacts(
  deployment: KnownDeployment,
  { judgement: { id, matchingIds }, isTraining, ...request }: VerdictRead,
): Promise<ProblemFacts | null> {
  if (isTraining || statusRule(id).tone !== "bad") return null;
  const ids = matchingIds.filter((one) => statusRule(one).tone === "bad");
  return collectProblemFacts(deployment, { ...request, status: id, ids });
}

/**
 * Returns the start of the problem in epoch milliseconds. Null if it is unknown or before the searched
 * history.
 */
export function findProblemStartMs({ since }: ProblemFacts): number | null {
  return since.kind === "known" && since.value.kind === "since" ? since.value.atMs : null;
}

/** Returns the sentences about a problem for the response; undefined if there are none. */
export function toProblemContext(
  facts: OverviewRowFacts,
  verdict: ProblemFacts,
): JudgedRow["context"] | undefined {
  const context = problemContext(facts, verdict);
  if (context === undefined) return undefined;
  const { onset, usual, affected, next, missing } = context;
  return {
    onset: [...onset],
    usual: [...usual],
    affected: [...affected],
    next: [...next],
    missing: [...missing],
  };
}
