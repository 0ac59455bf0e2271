import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { getStep } from "@/lib/investigations/steps/steps";
import { firstStepOfNextRound, stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import type { StepState } from "@/lib/model/investigation/step-record";
import { cn } from "@/components/ui/cn";

interface StepListProps {
  readonly steps: readonly StepRecordEntry[];
  /** The step at which the investigation is. Null for an earlier round. */
  readonly position: StepId | null;
  /** Displayed step. */
  readonly chosen: StepId;
  readonly onChoose: (step: StepId) => void;
}

const stateTexts: Readonly<Record<StepState, string>> = { open: "open", done: "done", skipped: "skipped" };

/** A later round begins at step 2, so that its step 1 is not open work. */
function stateTextOf({ step, round, state }: Pick<StepRecordEntry, "step" | "round" | "state">): string {
  const isBeforeRound = round > 1 && stepNumber(step) < stepNumber(firstStepOfNextRound);
  return isBeforeRound && state === "open" ? "as in round 1" : stateTexts[state];
}

/** The seven steps with their states. A click shows a step and does not move the investigation. */
export function StepList({ steps, position, chosen, onChoose }: StepListProps) {
  return (
    <ol aria-label="Steps">
      {steps.map(({ step, round, state, reason }) => {
        const isPosition = step === position;
        const isChosen = step === chosen;
        return (
          <li key={step}>
            <button
              type="button"
              aria-current={isChosen ? "step" : undefined}
              className={cn(
                "grid w-full grid-cols-[16px_1fr] gap-x-2 border-l-2 border-transparent px-3 py-1.5 text-left hover:bg-hover",
                isChosen && "border-accent bg-accent-wash",
              )}
              onClick={() => onChoose(step)}
            >
              <span className="tnum text-right text-ink-2">{stepNumber(step)}</span>
              <span className={cn(isChosen && "font-semibold")}>{getStep(step).title}</span>
              <span className="col-start-2 text-2xs wrap-anywhere text-ink-2">
                {isPosition ? `current step, ${stateTexts[state]}` : stateTextOf({ step, round, state })}
                {reason !== null && `: ${reason}`}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
