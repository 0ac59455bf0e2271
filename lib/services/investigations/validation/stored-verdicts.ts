/**
 * Checks stored results by the present rules. A stored result does not change, but its verdict is only returned if the
 * present rules give it too. The stored sentence remains readable.
 */
import { findOutdatedVerdictReason } from "@/lib/analysis/comparisons/verdict-provenance";
import { combineVerdicts } from "@/lib/analysis/goals/judge-goal";
import type { ExperimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import type { ValidatedDeployment, ValidationReport } from "@/lib/model/investigation/validation";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { outdatedVerdictText } from "@/lib/sentences/investigations/verdict-provenance-text";

/**
 * Returns the stored result of an experiment. The verdicts are “cannot tell” if the present rules do not give
 * them. Quality scores alone do not depend on these rules.
 */
export function checkStoredResult(result: ExperimentResult): ExperimentResult {
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
 * Returns the stored report of a validation. Comparisons have no verdict if the present rules do not give it, and a goal
 * that was met does not show that the fix worked. A goal that was not met stays so.
 */
export function checkStoredReport(report: ValidationReport): ValidationReport {
  const deployments = report.deployments.map(checkDeployment);
  const [refused] = deployments.flatMap((one, index) => (one === report.deployments[index] ? [] : [one]));
  const [text = null] = refused?.obstacles ?? [];
  if (text === null) return report;
  const checked = {
    ...report,
    deployments,
    goalCheck: report.goalCheck === null ? null : withoutRelativeVerdicts(report.goalCheck, text),
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

/** A target as a value does not depend on the load. A target relative to the baseline does. */
function withoutRelativeVerdicts(check: GoalCheck, text: string): GoalCheck {
  const deployments = check.deployments.map((one) => {
    const parts = one.parts.map((part) =>
      part.baseline === null || part.verdict !== "met"
        ? part
        : { ...part, verdict: "cannot-tell" as const, sentence: `${text} ${part.sentence}` },
    );
    const isSame = parts.every((part, index) => part === one.parts[index]);
    return isSame ? one : { ...one, parts, verdict: combineVerdicts(parts.map(({ verdict }) => verdict)) };
  });
  const isSame = deployments.every((one, index) => one === check.deployments[index]);
  if (isSame) return check;
  return {
    ...check,
    deployments,
    verdict: combineVerdicts(deployments.map(({ verdict }) => verdict)),
    sentence: `${text} ${check.sentence}`,
  };
}
