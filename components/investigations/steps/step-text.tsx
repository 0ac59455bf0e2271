import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { answerFromExperiments } from "@/lib/investigations/experiment-answers";
import { readSavedText } from "@/lib/investigations/saved-text";
import type { ProgressFacts, Step } from "@/lib/investigations/step";
import { isolateDirection } from "@/components/shared/isolated-text";
import { cn } from "@/components/ui/cn";
import { ExperimentAnswers } from "./experiment-answers";

interface StepTextProps {
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Experiments of the round of the record. */
  readonly experiments: ProgressFacts["experiments"];
  /** True if the text is shown on paper only, because the screen has the form. */
  readonly isPrintOnly?: boolean;
}

/** The saved answers of a step as text: for people who may not edit, for earlier rounds, and on paper. */
export function StepText({ step, record, experiments, isPrintOnly = false }: StepTextProps) {
  return (
    <div className={cn("max-w-[760px]", isPrintOnly && "hidden print:block")}>
      <dl>
        {step.fields.map((field) => {
          const savedText = readSavedText(field, record.answers);
          const answers = answerFromExperiments(field, experiments);
          return (
            <div key={field.id} className="pb-3">
              <dt className="text-xs text-ink-2">{field.label}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">
                {answers.length > 0 ? (
                  <ExperimentAnswers answers={answers} savedText={savedText} />
                ) : savedText === "" ? (
                  <span className="text-ink-3">no answer</span>
                ) : (
                  isolateDirection(savedText)
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <ul aria-label="Checklist" className="text-xs">
        {step.checklist.map(({ id, text }) => (
          <li key={id}>
            {record.checked.includes(id) ? "Ticked: " : "Not ticked: "}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
