"use client";

import { useEffect } from "react";
import { useController } from "react-hook-form";
import type { ChecklistItem } from "@/lib/investigations/step";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import type { StepValues } from "./step-schema";

interface CheckFieldProps {
  readonly form: FormConnection<StepValues>;
  readonly item: ChecklistItem;
}

/** An item of a step's checklist. */
export function CheckField({ form, item: { id, text } }: CheckFieldProps) {
  const name = `checked.${id}` as const;
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name });
  const { labels } = form;
  useEffect(() => {
    labels.set(name, { label: text, formatValue: (tick) => (tick === true ? "ticked" : "not ticked") });
    return () => void labels.delete(name);
  }, [labels, name, text]);
  return (
    <label className="flex min-h-6 items-center gap-2 text-xs">
      <input
        type="checkbox"
        ref={ref}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
        onBlur={onBlur}
      />
      {text}
    </label>
  );
}
