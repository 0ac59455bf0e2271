/** Measures one deployment before and after a fix. A source that fails gives the verdict "cannot tell" with the reason. */
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { formatStatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { createVerdictProvenance } from "@/lib/analysis/comparisons/verdict-provenance";
import { compareFix, type FixComparison } from "@/lib/analysis/validation/compare-fix";
import { cutMeasuredWindow, type MatchedWindows } from "@/lib/analysis/validation/match-windows";
import { toSentence } from "@/lib/format/sentence";
import { isAppError, type AppError } from "@/lib/model/app-error";
import {
  distributionStatistics,
  type DistributionStatistic,
} from "@/lib/model/comparison/compared-statistic";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import type { Goal } from "@/lib/model/investigation/goal";
import type { ValidatedDeployment, ValidatedSide } from "@/lib/model/investigation/validation";
import type { TimeWindow } from "@/lib/model/time-window";
import { comparisonSentence } from "@/lib/sentences/comparisons/comparison-sentence";
import { loadChangeText, validationIssueText } from "@/lib/sentences/investigations/validation-text";
import { toProblem } from "@/lib/server/http/problem";
import { getLogger } from "@/lib/server/logger";
import type { Principal } from "@/lib/server/principal";
import { readSide, type SideOutcome } from "@/lib/services/comparisons/read-side";
import { readHistorySpreads } from "@/lib/services/comparisons/read-history-spreads";
import { toResultEntry, toSideEntry } from "@/lib/services/comparisons/to-response";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";
import { judgeCostChange } from "./judge-cost-change";
import { readRooflineBottleneck, createUnknownRooflineBottleneck } from "./read-roofline-bottleneck";
import { readPhaseBottleneck, createUnknownPhaseBottleneck } from "./read-phase-bottleneck";
import { toValidatedSignals } from "./to-validated-signals";

/** The window before a fix: a baseline, or a window of the deployment. */
export type BeforeReference =
  /**
   * `hasPublicName` is false if only a team may read the name of the baseline. A stored report then omits this name,
   * because every reader of the investigation can read the report.
   */
  | { readonly kind: "baseline"; readonly id: string; readonly hasPublicName: boolean }
  | { readonly kind: "window" };

/** One deployment to measure before and after the fix, and the caller on whose behalf. */
export interface FixMeasurementRequest {
  readonly deployment: { readonly slug: string; readonly title: string };
  readonly before: BeforeReference;
  readonly windows: MatchedWindows;
  readonly goal: Goal | null;
  /** Factors of the changes of this deployment that were approved in the round. */
  readonly factors: readonly DeclaredFactor[];
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A measured deployment, and the error of a source that did not respond. Another attempt may have a different result. */
export interface MeasuredFix {
  readonly entry: ValidatedDeployment;
  /** Measurements after the fix, if nothing prevents a comparison with later windows; otherwise null. */
  readonly after: MeasuredSide | null;
  readonly failure: AppError | null;
}

/**
 * Measures one deployment before and after the fix, and returns the comparison. Throws database-unavailable.
 */
export async function measureFix(request: FixMeasurementRequest): Promise<MeasuredFix> {
  try {
    return await readAndCompare(request);
  } catch (error) {
    request.signal.throwIfAborted();
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    const { deployment } = request;
    getLogger().warn({ error, deployment: deployment.slug }, "a fix could not be measured");
    const { detail, next } = toProblem(error, request.requestId);
    const reason = `${deployment.title} could not be read. ${toSentence(detail)} ${next}`;
    return {
      entry: createUnmeasured(deployment, reason),
      after: null,
      failure: isAppError(error) ? error : null,
    };
  }
}

async function readAndCompare(request: FixMeasurementRequest): Promise<MeasuredFix> {
  const { deployment: named, windows, goal, principal, requestId, signal } = request;
  const deployment = await resolveDeployment(named.slug, principal.sourceScope);
  const reader = { reader: principal, signal };
  const [before, after, gpuCost] = await Promise.all([
    readBefore(request),
    readSide(toReference(named.slug, windows.after), { role: "after", ...reader }),
    readGpuCost(deployment),
  ]);
  if (before.kind === "unmeasured" || after.kind === "unmeasured")
    return { entry: describeUnmeasured(named, before, after), after: null, failure: null };
  const sides = { before: before.side, after: after.side };
  const bottleneck = {
    deployment,
    before: sides.before.window,
    after: sides.after.window,
    goal,
    principal,
    requestId,
    signal,
  };
  const [history, phases, roofline] = await Promise.all([
    readHistory(sides.before, request),
    readPhaseBottleneck(bottleneck),
    readRooflineBottleneck(bottleneck),
  ]);
  const compared = compareFix({
    ...sides,
    history,
    goal,
    factors: request.factors,
    statistic: statisticOf(goal),
  });
  const obstacles = listObstacles(compared, named.slug, sides);
  const [obstacle = null] = obstacles;
  const result = toResultEntry(compared.comparison, { before, after });
  const isComparable = obstacle === null;
  const cost = judgeCostChange(compared, { ...sides, ...gpuCost, isComparable });
  const entries = { before: toSideEntry(before), after: toSideEntry(after) };
  return {
    entry: {
      deployment: named,
      before: toValidatedSide(sides.before),
      after: toValidatedSide(sides.after),
      verdict: isComparable ? result.verdict : "cannot-tell",
      sentence: isComparable ? comparisonSentence({ ...entries, result }) : `Cannot tell: ${obstacle}`,
      obstacles,
      notes: listNotes(compared, windows),
      signals: toValidatedSignals(result, compared, { goal, obstacle }),
      phases,
      roofline,
      cost,
      basis: createVerdictProvenance(compared.comparison.load),
    },
    after: isComparable ? sides.after : null,
    failure: null,
  };
}

const toReference = (slug: string, { startMs, endMs }: TimeWindow) => ({
  kind: "window" as const,
  deployment: slug,
  window: { from: String(startMs), to: String(endMs) },
});

/** Reads the side before the fix. A baseline may be longer than the window after the fix. Then only the part with the same hours is used. */
async function readBefore({
  deployment: { slug },
  before,
  windows,
  principal,
  signal,
}: FixMeasurementRequest): Promise<SideOutcome> {
  const request = { role: "before", reader: principal, signal } as const;
  if (before.kind === "window") return readSide(toReference(slug, windows.before), request);
  const outcome = await readSide({ kind: "baseline", id: before.id }, request);
  if (outcome.kind === "unmeasured") return outcome;
  const side = cutMeasuredWindow(outcome.side, windows.before);
  return { ...outcome, side: before.hasPublicName ? side : { ...side, label: "Baseline of a team" } };
}

async function readHistory(side: MeasuredSide, { windows, principal, signal }: FixMeasurementRequest) {
  const windowMs = windows.after.endMs - windows.after.startMs;
  const { spreadOf } = await readHistorySpreads(side, { windowMs, scope: principal.sourceScope, signal });
  return spreadOf;
}

function statisticOf(goal: Goal | null): DistributionStatistic {
  return distributionStatistics.find((one) => one === goal?.statistic) ?? "p95";
}

function listObstacles(
  { obstacles, sideWithoutGoal }: FixComparison,
  slug: string,
  { before }: { readonly before: MeasuredSide },
): string[] {
  const isOther = before.deployment.slug !== slug && before.kind === "baseline";
  return [
    ...(isOther
      ? [
          `The baseline was captured from ${before.deployment.title}, so this deployment cannot be compared with it. Choose a window before the fix.`,
        ]
      : []),
    ...new Set(obstacles.map(validationIssueText)),
    ...(sideWithoutGoal === null
      ? []
      : [
          `The value of the goal was not measured ${sideWithoutGoal === "baseline" ? "before" : "after"} the fix.`,
        ]),
  ];
}

function listNotes(
  { comparison, obstacles, warnings, differences, loadChanges }: FixComparison,
  { hasSameHours }: MatchedWindows,
): string[] {
  const isObstacle = obstacles.some(({ kind }) => kind === "load");
  return [
    // If the load is the obstacle, its sentence already contains the numbers.
    ...(isObstacle ? [] : loadChanges.map(loadChangeText)),
    ...(hasSameHours
      ? []
      : [
          "The windows have different hours of the day, because no window after the fix has the hours of the window before the fix yet.",
        ]),
    ...(obstacles.length === 0 && isHistoryVarying(comparison) ? [varyingHistoryText] : []),
    ...new Set(warnings.map(validationIssueText)),
    ...differences.map(({ path, before, after }) => `${path} changed: ${before.value} → ${after.value}.`),
  ];
}

const varyingHistoryText =
  "A signal has no verdict if it varied much between earlier windows. These windows include the time of the problem, which adds to the variation. The check of the goal does not use earlier windows.";

function isHistoryVarying({ rows, decisiveKeys }: FixComparison["comparison"]): boolean {
  const decisive = new Set(decisiveKeys.map(formatStatisticKey));
  return rows.some(
    (row) => decisive.has(formatStatisticKey(row)) && row.comparison.inconclusiveReason?.kind === "too-noisy",
  );
}

function toValidatedSide({ kind, label, window, measured }: MeasuredSide): ValidatedSide {
  const { blockMs, blockCount } = measured;
  return { kind, label, window, blockMs, blockCount, requestCount: countRequests(measured) };
}

function describeUnmeasured(
  deployment: FixMeasurementRequest["deployment"],
  before: SideOutcome,
  after: SideOutcome,
): ValidatedDeployment {
  const texts = [
    before.kind === "unmeasured" ? `The window before the fix was not measured. ${before.side.detail}` : "",
    after.kind === "unmeasured" ? `The window after the fix was not measured. ${after.side.detail}` : "",
  ];
  return {
    ...createUnmeasured(deployment, texts.filter((text) => text !== "").join(" ")),
    before: before.kind === "measured" ? toValidatedSide(before.side) : null,
    after: after.kind === "measured" ? toValidatedSide(after.side) : null,
  };
}

/** Returns a deployment without measurements. `reason` is a sentence. */
function createUnmeasured(
  deployment: FixMeasurementRequest["deployment"],
  reason: string,
): ValidatedDeployment {
  return {
    deployment,
    before: null,
    after: null,
    verdict: "cannot-tell",
    sentence: `Cannot tell: ${reason}`,
    obstacles: [reason],
    notes: [],
    signals: [],
    phases: createUnknownPhaseBottleneck("The windows were not compared."),
    roofline: createUnknownRooflineBottleneck("The windows were not compared."),
    cost: {
      before: null,
      after: null,
      change: null,
      verdict: "cannot-tell",
      currency: null,
      sentence: "The cost per million output tokens is not known.",
    },
    basis: null,
  };
}
