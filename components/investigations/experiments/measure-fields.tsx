"use client";

import { useController, useFieldArray, useWatch } from "react-hook-form";
import {
  experimentLimits,
  listTestedStatistics,
  testedSignals,
} from "@/lib/model/investigation/experiments/experiment";
import { statisticTitles } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition } from "@/lib/model/signals/signals";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { defaultGuardValues, type ExperimentValues } from "./experiment-schema";

interface MeasureFieldsProps {
  readonly form: FormConnection<ExperimentValues>;
}

/** Fields of the primary measure, the guards, and the rules that decide. */
export function MeasureFields({ form }: MeasureFieldsProps) {
  const guards = useFieldArray({ control: form.control, name: "measures.guards" });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1 text-xs text-ink-2">Primary measure</legend>
        <MeasureChoice form={form} name="measures.primary" />
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1 text-xs text-ink-2">Guard measures that must not become worse</legend>
        {guards.fields.map(({ id }, index) => (
          <div key={id} role="group" aria-label={`Guard ${index + 1}`}>
            <MeasureChoice form={form} name={`measures.guards.${index}`} />
            <Button size="sm" variant="ghost" onClick={() => guards.remove(index)}>
              Remove guard {index + 1}
            </Button>
          </div>
        ))}
        <CostGuardField form={form} />
        {guards.fields.length < experimentLimits.maxGuards && (
          <div>
            <Button size="sm" onClick={() => guards.append(defaultGuardValues)}>
              Add guard
            </Button>
          </div>
        )}
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <legend className="pb-1 text-xs text-ink-2">Rules</legend>
        <TextField
          form={form}
          name="measures.margin"
          label="Smallest change that counts, %"
          hint="A smaller change gives the verdict “Same”."
        />
        <TextField
          form={form}
          name="measures.plannedBlocks"
          label="Planned blocks of 1 min per arm"
          hint="Later blocks are not used. The first interim analysis is after 20 blocks. Blocks are longer if the samples are more than 30 s apart."
        />
        <ChoiceField
          form={form}
          name="measures.stopRule"
          label="Stop rule"
          options={[
            ["first-verdict", "Complete at the first verdict"],
            ["planned-blocks", "Verdict at the planned blocks only"],
          ]}
        />
        <TextField
          form={form}
          name="measures.maxQualityDecrease"
          label="Accepted decrease of quality scores, %"
          hint="A larger decrease gives the verdict “Worse”."
        />
      </fieldset>
    </>
  );
}

function CostGuardField({ form }: MeasureFieldsProps) {
  const { control } = form;
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control, name: "measures.hasCostGuard" });
  return (
    <label className="flex min-h-6 items-center gap-2 text-xs">
      <input
        type="checkbox"
        ref={ref}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
        onBlur={onBlur}
      />
      Cost per million output tokens, from the price of a GPU hour
    </label>
  );
}

interface MeasureChoiceProps extends MeasureFieldsProps {
  readonly name: "measures.primary" | `measures.guards.${number}`;
}

function MeasureChoice({ form, name }: MeasureChoiceProps) {
  const signal = useWatch({ control: form.control, name: `${name}.signal` });
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <ChoiceField
        form={form}
        name={`${name}.signal`}
        label="Signal"
        options={testedSignals.map((one) => [one, signalDefinition(one).title] as const)}
        deps={`${name}.statistic`}
      />
      <ChoiceField
        form={form}
        name={`${name}.statistic`}
        label="Statistic"
        options={listTestedStatistics(signal).map((one) => [one, statisticTitles[one]] as const)}
      />
    </div>
  );
}
