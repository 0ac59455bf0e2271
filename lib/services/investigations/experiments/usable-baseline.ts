/** Checks a baseline that is an arm of an experiment, when the plan is saved and when the experiment starts. */
import type { BaselineEntry } from "@/lib/contracts/baselines";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { ExperimentArm, ExperimentArms } from "@/lib/model/investigation/experiments/experiment";
import { baselineProblemText } from "@/lib/sentences/investigations/experiments/baseline-problem-text";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { createRefusalError, type InvestigationChange } from "../change-investigation";
import { findBaselineReadFailure } from "./read-baseline-arm";

interface BaselineCheck {
  readonly reader: Reader;
  /** Title of the refusal. */
  readonly title: string;
}

/**
 * Returns a baseline that can be an arm, with its measurements. Throws not-found for an unknown baseline, and
 * database-unavailable. Throws conflict for a baseline that is of another deployment, has no data, has expired, or has data
 * with which no verdict is possible.
 */
export async function readUsableBaseline(
  id: string,
  arm: Pick<ExperimentArm, "name" | "deployment">,
  { reader, title }: BaselineCheck,
): Promise<{ readonly entry: BaselineEntry; readonly document: BaselineDocument }> {
  const { entry } = await readRows((database) => findBaselineEntry(database, id, reader));
  if (entry.deployment?.slug !== arm.deployment)
    throw createRefusalError(
      `The baseline ${entry.name} is not one of ${arm.deployment}, the deployment of ${arm.name}. Choose a baseline of this deployment.`,
      title,
    );
  if (entry.isExpired)
    throw createRefusalError(
      `The baseline ${entry.name} of ${arm.name} expired. Change its expiry date, or choose another baseline.`,
      title,
    );
  const document = await readBaselineDocument(id);
  if (document === null)
    throw createRefusalError(
      entry.state === "failed"
        ? `The capture of the baseline ${entry.name} failed, so it has no data. Choose another baseline.`
        : `The capture of the baseline ${entry.name} is not complete yet. Save the experiment when it is.`,
      title,
    );
  const problem = baselineProblemText(arm.name, document, { isStarted: false });
  if (problem !== null) throw createRefusalError(problem, title);
  return { entry, document };
}

/** Throws conflict if a baseline of the arms was deleted, is hidden from the caller, or can no longer be an arm. */
export async function requireUsableBaselines(arms: ExperimentArms, check: BaselineCheck): Promise<void> {
  for (const arm of arms) {
    if (arm.baseline === null) continue;
    const { id } = arm.baseline;
    const unread = await findBaselineReadFailure(id, check.reader);
    if (unread === "deleted")
      throw createRefusalError(
        `The baseline of ${arm.name} was deleted. Choose another baseline first.`,
        check.title,
      );
    if (unread === "hidden")
      throw createRefusalError(
        `The baseline of ${arm.name} is visible only to its team. Ask a member of this team to start the experiment, or choose another baseline first.`,
        check.title,
      );
    if (unread === "unreadable")
      throw createRefusalError(
        `The baseline of ${arm.name} cannot be read with your access. Ask a person who can read it to start the experiment, or choose another baseline first.`,
        check.title,
      );
    await readUsableBaseline(id, arm, check);
  }
}

/**
 * Throws conflict if more people may read the investigation than a baseline of the arms. The result contains numbers of
 * the baseline. The arms of a started experiment cannot change.
 */
export async function requireReadersOfBaselines(
  { transaction, row }: Pick<InvestigationChange, "transaction" | "row">,
  arms: ExperimentArms,
  { title, isStarted }: { readonly title: string; readonly isStarted: boolean },
): Promise<void> {
  const otherAction = isStarted ? "add an experiment with another baseline" : "choose another baseline";
  for (const { name, baseline } of arms) {
    if (baseline === null) continue;
    const found = await transaction.baseline.findUnique({
      where: { id: baseline.id },
      select: { visibility: true, teamId: true },
    });
    if (found === null || found.visibility === "open") continue;
    if (row.visibility !== "team" || row.teamId !== found.teamId)
      throw createRefusalError(
        `The baseline of ${name} is visible only to its team, and more people may read this investigation. Make the investigation visible only to this team, or ${otherAction}.`,
        title,
      );
  }
}
