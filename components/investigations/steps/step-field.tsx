"use client";

import type { StepField as DeclaredField } from "@/lib/investigations/step";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import type { FormFields } from "@/components/shared/forms/use-saved-form";
import type { StepValues } from "./step-schema";

interface StepFieldProps {
  readonly form: FormFields<StepValues>;
  readonly field: DeclaredField;
}

/** A field of a step's form. */
export function StepField({ form, field }: StepFieldProps) {
  const shared = {
    form,
    name: `answers.${field.id}`,
    label: field.isRequired ? field.label : `${field.label} (optional)`,
    hint: field.help,
  } as const;
  switch (field.kind) {
    case "text":
      return <TextField {...shared} />;
    case "count":
      return <TextField {...shared} className="w-32" />;
    case "lines":
      return <LinesField {...shared} rows={4} />;
    case "choice":
      return (
        <ChoiceField
          {...shared}
          options={[["", "Not chosen"], ...field.options.map(({ id, title }) => [id, title] as const)]}
        />
      );
  }
}
