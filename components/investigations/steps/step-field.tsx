"use client";

import type { FieldPath, FieldValues } from "react-hook-form";
import type { StepField as DeclaredField } from "@/lib/investigations/step";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";

interface StepFieldProps<Values extends FieldValues> {
  readonly form: FormConnection<Values>;
  readonly name: FieldPath<Values>;
  readonly field: DeclaredField;
  /** Absent for the declared field. */
  readonly isRequired?: boolean;
}

/** Renders one field of a step, by its declared kind. */
export function StepField<Values extends FieldValues>(props: StepFieldProps<Values>) {
  const { form, name, field, isRequired = field.isRequired } = props;
  const label = isRequired ? field.label : `${field.label} (optional)`;
  const shared = { form, name, label, hint: field.help } as const;
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
