/**
 * Fields of a step that the experiments of the round answer, so that no person has to enter a plan or a result twice.
 */
import {
  experimentDecisionTitles,
  experimentKindTitles,
  experimentName,
  factorText,
  type ExperimentDecision,
  type ExperimentKind,
  type ExperimentState,
} from "@/lib/model/investigation/experiments/experiment";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { ExperimentPart, StepField } from "./step";

/** The part of an experiment that answers fields. */
export interface AnsweringExperiment {
  readonly number: number;
  readonly kind: ExperimentKind;
  readonly factor: DeclaredFactor;
  readonly rollbackPlan: string;
  readonly state: ExperimentState;
  readonly decision: {
    readonly decision: ExperimentDecision;
    readonly reason: string;
    readonly result: { readonly sentence: string } | null;
  } | null;
}

/** Answer of one experiment to the question of its step. */
export interface ExperimentAnswer {
  /** Number of the experiment, such as 2 for X2. */
  readonly experimentNumber: number;
  /** The answer of the experiment, or the reason why it has no answer yet. */
  readonly text: string;
  /** Action that completes the answer, as a sentence; null for a complete answer. */
  readonly remedy: string | null;
}

/** Returns one answer per experiment, in the order of `experiments`. Empty if people fill in the field themselves. */
export function answerFromExperiments(
  { experimentPart }: StepField,
  experiments: readonly AnsweringExperiment[],
): readonly ExperimentAnswer[] {
  if (experimentPart === undefined) return [];
  return experiments.map((one) => ({ experimentNumber: one.number, ...partAnswers[experimentPart](one) }));
}

type PartAnswer = (experiment: AnsweringExperiment) => Omit<ExperimentAnswer, "experimentNumber">;

const partAnswers: Readonly<Record<ExperimentPart, PartAnswer>> = {
  factor: ({ kind, factor }) => ({
    text: `${experimentKindTitles[kind]}: ${factorText(factor)}`,
    remedy: null,
  }),
  result: describeResult,
  "rollback-plan": ({ rollbackPlan }) => ({ text: rollbackPlan, remedy: null }),
  decision: describeDecision,
};

/**
 * Returns the result of an experiment as an answer. The result of an ended experiment is stored only with the decision.
 */
function describeResult({
  number,
  state,
  decision,
}: AnsweringExperiment): Omit<ExperimentAnswer, "experimentNumber"> {
  if (decision !== null)
    return { text: decision.result?.sentence ?? "The decision has no stored result.", remedy: null };
  if (state === "ended") return { text: "Measured. The decision stores the result.", remedy: null };
  return state === "planned"
    ? { text: "Not started.", remedy: `Start ${experimentName(number)} to measure the effect.` }
    : { text: "Running.", remedy: `End ${experimentName(number)} when its verdict is clear.` };
}

function describeDecision({
  number,
  decision,
}: AnsweringExperiment): Omit<ExperimentAnswer, "experimentNumber"> {
  return decision === null
    ? { text: "Not decided.", remedy: `Decide on ${experimentName(number)} after its end.` }
    : { text: `${experimentDecisionTitles[decision.decision]}: ${decision.reason}`, remedy: null };
}
