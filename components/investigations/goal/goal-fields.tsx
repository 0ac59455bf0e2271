"use client";

import { useWatch, type FieldPath } from "react-hook-form";
import {
  listComparedStatistics,
  statisticTitles,
  unitOfStatistic,
} from "@/lib/model/comparison/compared-statistic";
import { signalDefinition } from "@/lib/model/signals/signals";
import { formatFieldValue } from "@/components/shared/forms/compare-values";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { goalKinds, goalSignals, type GoalKind, type GoalValues } from "./goal-schema";

const kindTexts: Readonly<Record<GoalKind, string>> = {
  none: "Not set yet",
  "at-most": "At most",
  "at-least": "At least",
  decrease: "Lower than the baseline by",
  increase: "Higher than the baseline by",
};

interface GoalFieldsProps<Values extends { readonly goal: GoalValues }> {
  readonly form: FormConnection<Values>;
}

/** Fields of one measurable target: signal, statistic, bound and amount. */
export function GoalFields<Values extends { readonly goal: GoalValues }>({ form }: GoalFieldsProps<Values>) {
  const name = (field: keyof GoalValues) => `goal.${field}` as FieldPath<Values>;
  const goal: GoalValues = useWatch<Values>({ control: form.control, name: "goal" as FieldPath<Values> });
  const statistics = listComparedStatistics(goal.signal);
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
            label={`Amount, ${chooseUnit(goal)}`}
            dialogLabel="Amount"
            formatValue={(amount, { goal: version }) => formatAmount(amount, version as GoalValues)}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Returns the unit in which a person enters the amount of a goal. */
function chooseUnit({ kind, signal, statistic }: GoalValues): string {
  if (kind !== "at-most" && kind !== "at-least") return "%";
  const known = listComparedStatistics(signal).find((one) => one === statistic);
  return unitOfStatistic(signal, known ?? "value").displayUnit;
}

/** Formats the amount with the unit of its version, because two versions may have different targets. */
function formatAmount(amount: unknown, goal: GoalValues): string {
  const text = formatFieldValue(amount);
  return amount === "" ? text : `${text} ${chooseUnit(goal)}`;
}
