/** Measures the validation of a fix: each deployment before and after the fix, and the check of the goal after the fix. */
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { AppError } from "@/lib/model/app-error";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import type { GoalVerdict } from "@/lib/model/investigation/goal";
import { validationReport, type ValidationReport } from "@/lib/model/investigation/validation";
import type { TimeWindow } from "@/lib/model/time-window";
import { validationSentence } from "@/lib/sentences/investigations/validation-text";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Principal } from "@/lib/server/principal";
import { parsePlan } from "../experiments/experiment-row";
import { checkGoalWithFailure } from "../goal-check/check-goal";
import type { InvestigationRow } from "../investigation-row";
import { chooseWindows, type ChosenExpressions, type ChosenWindows } from "./choose-windows";
import { measureFix, type MeasuredFix } from "./measure-fix";

/** The investigation to validate, and the caller on whose behalf its sources are read. */
export interface ValidationRequest {
  readonly row: InvestigationRow;
  readonly investigation: Investigation;
  readonly chosen: ChosenExpressions;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The report, and the measurements that a later watch needs. */
export interface MeasuredValidation {
  readonly report: ValidationReport;
  /** The measurements after the fix, for a watch. Empty unless the verdict is "met". */
  readonly references: readonly MeasuredSide[];
  /** The measured window after the fix; null if nothing was measured. */
  readonly window: TimeWindow | null;
  /** Error of a source that did not respond; null if all sources responded. */
  readonly failure: AppError | null;
}

/** Maximum number of measured deployments, because each needs a full measurement of two windows. The check of the goal has the same limit. */
const maxDeployments = 3;
/** Time limit for reading in the check of the goal. It is longer than in other checks, because the comparison reads the same windows. */
const goalReadLimitMs = 20_000;

/**
 * Measures all deployments before and after the fix. Throws invalid-input for an invalid window, and
 * database-unavailable.
 */
export async function measureValidation(request: ValidationRequest): Promise<MeasuredValidation> {
  const { investigation } = request;
  const chosen = await chooseWindows(request);
  if (typeof chosen === "string") return withoutMeasurements(investigation, chosen);
  const [checked, fixes] = await Promise.all([checkAfterFix(request, chosen), measureAll(request, chosen)]);
  const goalCheck = checked.check;
  const obstacle = findObstacle(fixes);
  const verdict = decideVerdict(goalCheck?.verdict ?? "cannot-tell", obstacle);
  const deployments = fixes.map(({ entry }) => entry);
  const facts = {
    verdict,
    obstacle: verdict === "cannot-tell" ? obstacle : null,
    goalCheck,
    deployments,
  };
  const report = {
    schemaVersion: 1,
    ...facts,
    sentence: validationSentence(facts),
    deploy: toDeploy(investigation),
    measuredAtMs: nowMs(),
  } as const;
  return {
    // The report is parsed, so that it has the same form as in every later read.
    report: validationReport.parse(JSON.parse(JSON.stringify(report))),
    references: verdict === "met" ? fixes.flatMap(({ after }) => after ?? []) : [],
    window: chosen.windows.after,
    failure: [checked, ...fixes].find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

function checkAfterFix(
  { row, investigation, principal: reader, requestId, signal }: ValidationRequest,
  { windows, basis }: ChosenWindows,
) {
  return checkGoalWithFailure({
    investigation,
    hiddenDeploymentCount: row.deployments.length - investigation.deployments.length,
    window: { ...windows.after, isLive: false, basis },
    reader,
    readLimitMs: goalReadLimitMs,
    requestId,
    signal,
  });
}

async function measureAll(
  { row, investigation, principal, requestId, signal }: ValidationRequest,
  { before, windows }: ChosenWindows,
): Promise<readonly MeasuredFix[]> {
  const factors = await readApprovedFactors(row);
  return Promise.all(
    investigation.deployments.slice(0, maxDeployments).map((deployment) =>
      measureFix({
        deployment,
        before,
        windows,
        goal: investigation.goal,
        factors: factors.get(deployment.slug) ?? [],
        principal,
        requestId,
        signal,
      }),
    ),
  );
}

/** Returns the factors of the approved changes of the round, by deployment. */
async function readApprovedFactors({
  id: investigationId,
  round,
}: InvestigationRow): Promise<ReadonlyMap<string, readonly DeclaredFactor[]>> {
  const rows = await readRows((database) =>
    database.experiment.findMany({
      where: { investigationId, round, decision: "adopt", approvedAt: { not: null } },
      orderBy: { number: "asc" },
      include: { hypothesis: { select: { id: true, number: true } } },
    }),
  );
  const factors = new Map<string, Map<string, DeclaredFactor>>();
  for (const { arms, factor } of rows.map(parsePlan)) {
    const { deployment } = arms[1];
    const byPath = factors.get(deployment) ?? new Map<string, DeclaredFactor>();
    // A later change of the same path replaces an earlier one.
    factors.set(deployment, byPath.set(factor.path, factor));
  }
  return new Map([...factors].map(([slug, byPath]) => [slug, [...byPath.values()]]));
}

/** Returns the first fact that prevents the comparison of a deployment, as a sentence; null without one. */
function findObstacle(fixes: readonly MeasuredFix[]): string | null {
  const found = fixes.find(({ entry }) => entry.obstacles.length > 0)?.entry;
  const [obstacle] = found?.obstacles ?? [];
  if (found === undefined || obstacle === undefined) return null;
  return fixes.length > 1 ? `${found.deployment.title}: ${obstacle}` : obstacle;
}

/** Returns the verdict of the validation. An obstacle only prevents the verdict "met". A goal that is not met stays not met. */
function decideVerdict(verdict: GoalVerdict, obstacle: string | null): GoalVerdict {
  return verdict === "met" && obstacle !== null ? "cannot-tell" : verdict;
}

function toDeploy({ deploy }: Investigation): ValidationReport["deploy"] {
  return deploy === null ? null : { title: deploy.title, atMs: deploy.atMs };
}

function withoutMeasurements(investigation: Investigation, obstacle: string): MeasuredValidation {
  const facts = { verdict: "cannot-tell", obstacle, goalCheck: null, deployments: [] } as const;
  const report: ValidationReport = {
    schemaVersion: 1,
    ...facts,
    deployments: [],
    sentence: validationSentence({ ...facts, deployments: [] }),
    deploy: toDeploy(investigation),
    measuredAtMs: nowMs(),
  };
  return { report, references: [], window: null, failure: null };
}
