/** Checks the objects that an investigation names: people, deployments, a baseline and a deploy event. */
import { AppError } from "@/lib/model/app-error";
import { findBaselineState } from "@/lib/model/investigation/step-change";
import { timelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { assertBaselineVisible } from "@/lib/services/baselines/find-baseline";
import { isUnstoredDeployment } from "@/lib/services/deployments/known-deployments";
import { createMissingDeploymentError } from "@/lib/services/deployments/require-deployment-team";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { createInputError, createRefusalError, type InvestigationChange } from "./change-investigation";

/** Throws invalid-input for a person who does not exist or was removed, and for a service account. */
export async function assertActivePerson(
  transaction: Pick<Transaction, "person">,
  personId: string,
): Promise<void> {
  const count = await transaction.person.count({ where: { id: personId, kind: "person", state: "active" } });
  if (count === 0)
    throw createInputError(
      "This person does not exist, or was removed. Choose another person.",
      "The investigation was not changed",
    );
}

/**
 * Returns the ids of deployments by slug. Throws not-found for an unknown deployment, and database-unavailable for one that
 * is listed but not stored yet. Called before a transaction begins.
 */
export async function resolveDeploymentIds(
  slugs: readonly string[],
  { sourceScope }: Pick<Principal, "sourceScope">,
): Promise<readonly string[]> {
  const found = await Promise.all(slugs.map((slug) => resolveDeployment(slug, sourceScope)));
  const ids = [...new Set(found.map(({ id }) => id))];
  const unwritten = ids.find(isUnstoredDeployment);
  if (unwritten !== undefined) throw createMissingDeploymentError(unwritten);
  return ids;
}

interface BaselineCheck {
  readonly caller: Principal;
  /** Deployments of the investigation after the write. */
  readonly deploymentIds: readonly string[];
}

/**
 * Throws not-found unless the baseline exists and the caller may read it. Throws invalid-input for a baseline of a
 * deployment that the investigation does not have. Accepts null and undefined.
 */
export async function assertBaseline(
  transaction: Pick<Transaction, "baseline">,
  baselineId: string | null | undefined,
  { caller, deploymentIds }: BaselineCheck,
): Promise<void> {
  if (typeof baselineId !== "string") return;
  await assertBaselineVisible(transaction, baselineId, caller);
  const baseline = await transaction.baseline.findUniqueOrThrow({
    where: { id: baselineId },
    select: { deploymentId: true },
  });
  if (findBaselineState(baseline, deploymentIds) === "usable") return;
  const detail =
    "This is a baseline of another deployment. Choose a baseline of a deployment of this investigation.";
  throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/baselineId", detail }] });
}

/**
 * Checks a deploy event before it is linked. Throws not-found for an event that does not exist, and conflict for the fix of
 * an earlier round. Throws invalid-input for an event that is not a deploy, for a deploy of another deployment, and for an
 * investigation without deployments. `deploymentIds` are the deployments of the investigation after the write.
 */
export async function assertDeployEvent(
  { transaction, row }: InvestigationChange,
  eventId: string | null | undefined,
  deploymentIds: readonly string[],
): Promise<void> {
  if (typeof eventId !== "string") return;
  const event = await transaction.event.findUnique({
    where: { id: eventId },
    select: { kind: true, deploymentId: true },
  });
  if (event === null) throw new AppError("not-found", "this event does not exist");
  if (event.kind !== "deploy")
    throw createDeployError("The event is not a deploy. Link the deploy that contains the fix.");
  const problem = findDeployProblem(event, deploymentIds);
  if (problem !== null) throw createDeployError(deployProblemTexts[problem]);
  const round = (await readRoundsOfEarlierFixes(transaction, row.id)).get(eventId);
  if (round === undefined) return;
  throw createRefusalError(
    `This deploy is the fix of round ${round}, after which round ${round + 1} was started. Link the deploy that contains the new fix.`,
    "The deploy cannot be linked",
  );
}

/** Why an event cannot be the fix of an investigation. */
type DeployProblem = "no-deployment" | "other-deployment";

const deployProblemTexts: Readonly<Record<DeployProblem, string>> = {
  "no-deployment":
    "This investigation has no deployment, so this deploy cannot be checked. Add the deployment to the investigation first.",
  "other-deployment":
    "This is a deploy of another deployment. Link a deploy of a deployment of this investigation.",
};

/**
 * Returns why the event cannot contain the fix: the investigation has no deployments, or the event is about another
 * deployment. Returns null if the event can contain the fix. An event without a deployment is about all deployments.
 */
export function findDeployProblem(
  { deploymentId }: { readonly deploymentId: string | null },
  deploymentIds: readonly string[],
): DeployProblem | null {
  if (deploymentId === null || deploymentIds.includes(deploymentId)) return null;
  return deploymentIds.length === 0 ? "no-deployment" : "other-deployment";
}

function createDeployError(detail: string): AppError {
  return new AppError("invalid-input", detail, { errors: [{ pointer: "#/deployEventId", detail }] });
}

/**
 * Returns the earlier rounds by the id of the deploy event that was their fix. These deploys did not solve the problem, so
 * none of them can be the fix of a later round.
 */
export async function readRoundsOfEarlierFixes(
  { timelineEntry }: Pick<Transaction, "timelineEntry">,
  investigationId: string,
): Promise<ReadonlyMap<string, number>> {
  const entries = await timelineEntry.findMany({
    where: { investigationId, kind: "round" },
    orderBy: { id: "desc" },
    select: { payload: true },
  });
  return new Map(
    entries.flatMap((entry) => {
      const payload = timelinePayload.parse(entry.payload);
      return payload.kind === "round" && payload.deployEventId !== undefined
        ? [[payload.deployEventId, payload.from] as const]
        : [];
    }),
  );
}

/** Times of an investigation in milliseconds since 1970; null while unknown. */
export interface InvestigationTimes {
  readonly startedAtMs: number | null;
  readonly detectedAtMs: number | null;
  readonly mitigatedAtMs: number | null;
  readonly resolvedAtMs: number | null;
}

/** Time by which the clock of a person may be ahead of the server's clock. */
const aheadMs = 5 * 60_000;

/** Throws invalid-input for a time in the future, and for a time before the start. */
export function assertTimeOrder(times: InvestigationTimes, asOfMs: number): void {
  for (const [field, atMs] of Object.entries(times) as [keyof InvestigationTimes, number | null][]) {
    if (atMs === null) continue;
    if (atMs > asOfMs + aheadMs) throw createTimeError(field, "The time is in the future.");
    if (times.startedAtMs !== null && atMs < times.startedAtMs)
      throw createTimeError(field, "The time is before the start of the symptom.");
  }
}

function createTimeError(field: keyof InvestigationTimes, detail: string): AppError {
  return new AppError("invalid-input", detail, { errors: [{ pointer: `#/${field}`, detail }] });
}
