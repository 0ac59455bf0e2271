"use client";

import { useEffect, useId } from "react";
import { useController } from "react-hook-form";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import type { KeepValues } from "./keep-schema";

const label = "Include the text of prompts and completions";

interface PromptTextFieldProps {
  readonly form: FormConnection<KeepValues>;
}

/** Choice to store the text of prompts and completions with the evidence, with the consequence. */
export function PromptTextField({ form }: PromptTextFieldProps) {
  const id = useId();
  const { control, labels } = form;
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control, name: "includesPromptText" });
  useEffect(() => {
    labels.set("includesPromptText", {
      label,
      formatValue: (isIncluded) => (isIncluded === true ? "included" : "not included"),
    });
    return () => void labels.delete("includesPromptText");
  }, [labels]);
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-6 items-center gap-2 text-xs">
        <input
          type="checkbox"
          ref={ref}
          checked={value}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
          onBlur={onBlur}
        />
        {label}
      </label>
      <p id={id} className="text-2xs text-ink-2">
        Everyone who may read the investigation can read this text, also in exports. Public links to reports
        do not contain it.
      </p>
    </div>
  );
}
