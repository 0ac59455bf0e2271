"use client";

import type { Step } from "@/lib/investigations/step";
import { steps } from "@/lib/investigations/steps/steps";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { StepField } from "../steps/step-field";
import { LinesField } from "@/components/shared/forms/fields";
import type { SavedForm } from "@/components/shared/forms/use-saved-form";
import type { TemplateBody } from "@/lib/contracts/investigations/templates";
import type { TemplateValues } from "./template-schema";

interface StepFieldsProps {
  readonly form: SavedForm<TemplateValues, TemplateBody>;
}

/** The fields and further checklist items of the seven steps. Steps with content are open. */
export function StepFields({ form }: StepFieldsProps) {
  return steps.map((step) => <StepFieldset key={step.id} form={form} step={step} />);
}

function StepFieldset({ form, step }: StepFieldsProps & { readonly step: Step }) {
  const { id, title, fields, checklist } = step;
  const stored = form.base.values.steps[id];
  const isOpen = stored.items !== "" || Object.values(stored.answers).some((answer) => answer !== "");
  return (
    <details open={isOpen} className="border-t border-rule pt-2">
      <summary className="cursor-pointer text-xs font-semibold">
        Step {stepNumber(id)}: {title}
      </summary>
      <div className="flex flex-col gap-3 pt-3">
        {fields.map((field) => (
          <StepField
            key={field.id}
            form={form}
            name={`steps.${id}.answers.${field.id}`}
            field={field}
            isRequired={false}
          />
        ))}
        <LinesField
          form={form}
          name={`steps.${id}.items`}
          label={`Further checklist items of step ${stepNumber(id)}`}
          rows={3}
          hint={`One statement per line. The step already has these items: ${checklist.map(({ text }) => text).join(" ")}`}
        />
      </div>
    </details>
  );
}
