/**
 * Checks stored results by the present rules. A stored result does not change, but its verdict is only returned if the
 * present rules give the same verdict. The stored sentence remains readable, without the name of the person who imported a
 * baseline.
 */
import { mapStrings } from "@/lib/base/map-texts";
import { findOutdatedVerdictReason } from "@/lib/analysis/comparisons/verdict-provenance";
import { combineVerdicts } from "@/lib/analysis/goals/judge-goal";
import type { ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import type { GoalCheck, GoalCheckDeployment } from "@/lib/model/investigation/goal-check";
import type { ValidatedDeployment, ValidationReport } from "@/lib/model/investigation/validation";
import { withoutImporterName } from "@/lib/sentences/baselines/import-text";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { outdatedVerdictText } from "@/lib/sentences/investigations/verdict-provenance-text";

/**
 * Returns the stored result of an experiment. If the present rules do not give the stored verdicts, the verdicts are
 * “cannot tell”. A verdict that rests only on quality scores does not depend on these rules.
 */
export function withdrawOutdatedResultVerdicts(result: ExperimentResult): ExperimentResult {
  const problem = findOutdatedVerdictReason(
    result.basis,
    result.measures.map(({ signal }) => signal),
  );
  const hasVerdict = [result, ...result.measures].some(({ verdict }) => verdict !== "cannot-tell");
  const isByScoresOnly = result.measures.length === 0 && result.verdict === "worse";
  if (problem === null || !hasVerdict || isByScoresOnly) return result;
  return {
    ...result,
    verdict: "cannot-tell",
    sentence:
      result.verdict === "cannot-tell"
        ? result.sentence
        : `Cannot tell. ${outdatedVerdictText(problem)} The stored result was: ${result.sentence}`,
    measures: result.measures.map((measure) => ({ ...measure, verdict: "cannot-tell" })),
  };
}

/**
 * Returns the stored report of a validation. If the present rules do not give the stored verdicts, comparisons have no
 * verdict, and a goal that was met no longer shows that the fix worked. A goal that was not met stays not met.
 */
export function withdrawOutdatedReportVerdicts(stored: ValidationReport): ValidationReport {
  const report = mapStrings(stored, withoutImporterName);
  const deployments = report.deployments.map(checkDeployment);
  const [refused] = deployments.flatMap((one, index) => (one === report.deployments[index] ? [] : [one]));
  const { goalCheck } = report;
  // Earlier releases recorded the load of the validation only.
  const text = refused?.obstacles[0] ?? findRecordedProblem(goalCheck?.deployments ?? []);
  if (text === null) return report;
  const checked = {
    ...report,
    deployments,
    goalCheck: goalCheck === null ? null : withoutRelativeVerdicts(goalCheck, () => text),
  };
  return report.verdict === "met"
    ? {
        ...checked,
        verdict: "cannot-tell",
        obstacle: text,
        sentence: `The validation cannot tell whether the fix worked. ${text} The stored result was: ${report.sentence}`,
      }
    : checked;
}

function checkDeployment(one: ValidatedDeployment): ValidatedDeployment {
  const { basis, verdict, signals, cost } = one;
  const hasVerdict = [one, ...signals, cost].some((judged) => judged.verdict !== "cannot-tell");
  const problem = hasVerdict
    ? findOutdatedVerdictReason(
        basis,
        signals.map(({ signal }) => signal),
      )
    : null;
  if (problem === null) return one;
  const text = outdatedVerdictText(problem);
  return {
    ...one,
    verdict: "cannot-tell",
    sentence: `Cannot tell. ${text} The stored result was: ${one.sentence}`,
    obstacles: [text, `The stored verdict was “${verdictTitles[verdict]}”: ${one.sentence}`],
    signals: signals.map((signal) =>
      signal.verdict === "cannot-tell" ? signal : { ...signal, verdict: "cannot-tell", reason: text },
    ),
    cost: { ...cost, verdict: "cannot-tell" },
  };
}

/**
 * Returns the stored check of a goal. A target relative to the baseline loses the verdict "met" if the present rules do not
 * give it. An absolute target keeps its verdict, because it does not depend on the load.
 */
export function withdrawOutdatedGoalVerdicts(check: GoalCheck): GoalCheck {
  return withoutRelativeVerdicts(mapStrings(check, withoutImporterName), ({ basis }) =>
    goalProblemText(basis),
  );
}

/** Returns why a stored goal check has no verdict now; null if it has one. As in gates, an unknown request rate is only a warning. */
function goalProblemText(basis: GoalCheckDeployment["basis"]): string | null {
  const problem = findOutdatedVerdictReason(basis, []);
  return problem === null ? null : outdatedVerdictText(problem);
}

function findRecordedProblem(deployments: readonly GoalCheckDeployment[]): string | null {
  const recorded = deployments.filter(({ basis, parts }) => basis !== null && parts.some(isRelativelyMet));
  return recorded.map(({ basis }) => goalProblemText(basis)).find((text) => text !== null) ?? null;
}

function isRelativelyMet({ baseline, verdict }: GoalCheckDeployment["parts"][number]): boolean {
  return baseline !== null && verdict === "met";
}

/** Removes verdicts relative to the baseline. `textOf` returns why a deployment has no such verdict now; null if it has one. */
function withoutRelativeVerdicts(
  check: GoalCheck,
  textOf: (one: GoalCheckDeployment) => string | null,
): GoalCheck {
  const texts: string[] = [];
  const deployments = check.deployments.map((one) => {
    const text = one.parts.some(isRelativelyMet) ? textOf(one) : null;
    if (text === null) return one;
    texts.push(text);
    const parts = one.parts.map((part) =>
      isRelativelyMet(part)
        ? { ...part, verdict: "cannot-tell" as const, sentence: withReason(text, part.sentence) }
        : part,
    );
    return { ...one, parts, verdict: combineVerdicts(parts.map(({ verdict }) => verdict)) };
  });
  const [text] = texts;
  if (text === undefined) return check;
  const verdict = combineVerdicts(deployments.map((one) => one.verdict));
  return {
    ...check,
    deployments,
    verdict,
    sentence: verdict === check.verdict ? check.sentence : withReason(text, check.sentence),
  };
}

function withReason(text: string, sentence: string): string {
  return `Cannot tell. ${text} The stored result was: ${sentence}`;
}
