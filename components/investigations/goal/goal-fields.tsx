"use client";

import { useWatch, type FieldPath } from "react-hook-form";
import {
  listComparedStatistics,
  statisticTitles,
  unitOfStatistic,
} from "@/lib/model/comparison/compared-statistic";
import { signalDefinition } from "@/lib/model/signals/signals";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormFields } from "@/components/shared/forms/use-saved-form";
import { goalKinds, goalSignals, type GoalKind, type GoalValues } from "./goal-schema";

const kindTexts: Readonly<Record<GoalKind, string>> = {
  none: "Not set yet",
  "at-most": "At most",
  "at-least": "At least",
  decrease: "Lower than the baseline by",
  increase: "Higher than the baseline by",
};

interface GoalFieldsProps<Values extends { readonly goal: GoalValues }> {
  readonly form: FormFields<Values>;
}

/** Fields of one measurable target: signal, statistic, bound and amount. */
export function GoalFields<Values extends { readonly goal: GoalValues }>({ form }: GoalFieldsProps<Values>) {
  const name = (field: keyof GoalValues) => `goal.${field}` as FieldPath<Values>;
  const goal: GoalValues = useWatch<Values>({ control: form.control, name: "goal" as FieldPath<Values> });
  const statistics = listComparedStatistics(goal.signal);
  const unit = unitOfStatistic(goal.signal, statistics.find((one) => one === goal.statistic) ?? "value");
  const isAbsolute = goal.kind === "at-most" || goal.kind === "at-least";
  return (
    <fieldset className="@container flex flex-col gap-2">
      <legend className="pb-1 text-xs text-ink-2">Goal: one measurable target</legend>
      <ChoiceField
        form={form}
        name={name("kind")}
        label="Target"
        options={goalKinds.map((kind) => [kind, kindTexts[kind]] as const)}
        hint="Step 1 needs a goal. It can be set later."
      />
      {goal.kind !== "none" && (
        <div className="grid grid-cols-1 gap-2 @md:grid-cols-3">
          <ChoiceField
            form={form}
            name={name("signal")}
            label="Signal"
            options={goalSignals.map((signal) => [signal, signalDefinition(signal).title] as const)}
          />
          <ChoiceField
            form={form}
            name={name("statistic")}
            label="Statistic"
            options={statistics.map((one) => [one, statisticTitles[one]] as const)}
          />
          <TextField
            form={form}
            name={name("amount")}
            label={`Amount, ${isAbsolute ? unit.displayUnit : "%"}`}
          />
        </div>
      )}
    </fieldset>
  );
}
