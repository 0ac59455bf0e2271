import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { Step } from "@/lib/investigations/step";
import { isolateDirection } from "@/components/shared/isolated-text";
import { cn } from "@/components/ui/cn";

interface StepTextProps {
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Shown on paper only, because the screen has the form. */
  readonly isPrintOnly?: boolean;
}

/** The saved answers of a step as text: for people who may not edit, for earlier rounds, and on paper. */
export function StepText({ step, record, isPrintOnly = false }: StepTextProps) {
  return (
    <div className={cn("max-w-[760px]", isPrintOnly && "hidden print:block")}>
      <dl>
        {step.fields.map((field) => {
          const answer = record.answers[field.id] ?? "";
          const option = field.kind === "choice" ? field.options.find(({ id }) => id === answer) : undefined;
          return (
            <div key={field.id} className="pb-3">
              <dt className="text-xs text-ink-2">{field.label}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">
                {answer === "" ? (
                  <span className="text-ink-3">no answer</span>
                ) : (
                  isolateDirection(option?.title ?? answer)
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
