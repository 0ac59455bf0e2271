"use client";

import { useFieldArray, useWatch } from "react-hook-form";
import { listComparedStatistics, statisticTitles } from "@/lib/model/comparison/compared-statistic";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { signalDefinition } from "@/lib/model/signals/signals";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import type { GoalFormValues } from "./goal-form-schema";
import { conditionSignals, newMeasuredCondition } from "./measured-conditions";

interface ConditionRowsProps {
  readonly form: FormConnection<GoalFormValues>;
}

/** Rows for values that must not worsen: signal, statistic and the largest worsening. */
export function ConditionRows({ form }: ConditionRowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "measuredConditions" });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-xs text-ink-2">Measured values that must not worsen</legend>
      {fields.map(({ id }, index) => (
        <ConditionRow key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length < investigationLimits.maxConditions && (
        <div>
          <Button size="sm" onClick={() => append(newMeasuredCondition)}>
            Add a value
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ConditionRowProps {
  readonly form: FormConnection<GoalFormValues>;
  readonly index: number;
  readonly onRemove: () => void;
}

function ConditionRow({ form, index, onRemove }: ConditionRowProps) {
  const name = `measuredConditions.${index}` as const;
  const signal = useWatch({ control: form.control, name: `${name}.signal` });
  const signals = conditionSignals.includes(signal) ? conditionSignals : [signal, ...conditionSignals];
  return (
    <div role="group" aria-label={`Value ${index + 1}`} className="@container flex flex-col gap-1">
      <div className="grid grid-cols-1 gap-2 @md:grid-cols-3">
        <ChoiceField
          form={form}
          name={`${name}.signal`}
          label="Signal"
          options={signals.map((one) => [one, signalDefinition(one).title] as const)}
        />
        <ChoiceField
          form={form}
          name={`${name}.statistic`}
          label="Statistic"
          options={listComparedStatistics(signal).map((one) => [one, statisticTitles[one]] as const)}
        />
        <TextField form={form} name={`${name}.amount`} label="At most worse by, %" />
      </div>
      <div>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Remove value {index + 1}
        </Button>
      </div>
    </div>
  );
}
