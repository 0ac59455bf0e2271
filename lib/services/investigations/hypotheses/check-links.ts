/** Checks the links of evidence to hypotheses before they are replaced. */
import { AppError } from "@/lib/model/app-error";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import type { HandlerInput } from "@/lib/server/handler";
import type { linkEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationChange } from "../change-investigation";
import { readHypotheses } from "./hypothesis-row";

/** Links of evidence to hypotheses, as a request names them. */
export type HypothesisLinks = HandlerInput<typeof linkEvidenceContract>["body"]["hypotheses"];

interface LinkColumns {
  readonly hypothesisId: string;
  readonly direction: string;
  readonly weight: string;
}

/** Returns the link as text, so that equal links have equal texts. */
export function toLinkKey({ hypothesisId, direction, weight }: LinkColumns): string {
  return `${hypothesisId} ${direction} ${weight}`;
}

/**
 * Throws read-only if the request adds, changes or removes a link to a hypothesis of an earlier round. Such links are part
 * of the record of that round.
 */
export async function assertEarlierLinksUnchanged(
  { transaction, row }: InvestigationChange,
  evidenceId: string,
  requested: HypothesisLinks,
): Promise<void> {
  const present = await transaction.hypothesisEvidence.findMany({ where: { evidenceId } });
  const changedKeys = new Set(present.map(toLinkKey)).symmetricDifference(new Set(requested.map(toLinkKey)));
  const changedIds = new Set(
    [...present, ...requested].flatMap((link) => (changedKeys.has(toLinkKey(link)) ? link.hypothesisId : [])),
  );
  if (changedIds.size === 0 || row.round === 1) return;
  const hypotheses = await readHypotheses(transaction, row.id);
  const earlier = hypotheses.find(({ id, round }) => changedIds.has(id) && round < row.round);
  if (earlier === undefined) return;
  const name = hypothesisName(earlier.number);
  throw new AppError(
    "read-only",
    `The links of ${name} cannot be changed, because ${name} is a hypothesis of round ${earlier.round} and the investigation is in round ${row.round}.`,
    {
      userMessage: {
        title: `Round ${earlier.round} has ended`,
        next: `Link the evidence to a hypothesis of round ${row.round}.`,
      },
    },
  );
}
