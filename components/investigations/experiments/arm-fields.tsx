"use client";

import { useFieldArray, useWatch } from "react-hook-form";
import {
  experimentLimits,
  type ArmBaseline,
  type ArmRole,
} from "@/lib/model/investigation/experiments/experiment";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { dateTimeInput } from "@/components/shared/date-input";
import { BaselineField } from "./baseline-field";
import type { ExperimentValues } from "./experiment-schema";

interface ArmFieldsProps {
  readonly form: FormConnection<ExperimentValues>;
  readonly arm: ArmRole;
  /** Titles of the deployments, by slug. */
  readonly deployments: ReadonlyMap<string, string>;
  /** True if the experiment runs, so that only the windows can be changed. */
  readonly isRunning: boolean;
  /** The stored baseline of the arm; null without one. */
  readonly baseline: ArmBaseline | null;
}

/** Headings of the two arms in the form of an experiment. */
export const armTitles: Readonly<Record<ArmRole, string>> = {
  reference: "Reference arm",
  changed: "Changed arm",
};

/** Fields of one arm: its deployment, and the label of its instances with its windows, or a baseline. */
export function ArmFields({ form, arm, deployments, isRunning, baseline }: ArmFieldsProps) {
  const name = `arms.${arm}` as const;
  const source = useWatch({ control: form.control, name: `${name}.source` });
  const isBaseline = source === "baseline";
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-xs text-ink-2">{armTitles[arm]}</legend>
      {!isRunning && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <TextField form={form} name={`${name}.name`} label="Name" />
          <ChoiceField
            form={form}
            name={`${name}.deployment`}
            label="Deployment"
            options={[["", "Not chosen"], ...deployments]}
          />
          <ChoiceField
            form={form}
            name={`${name}.source`}
            label="Source"
            options={[
              ["windows", "Windows"],
              ["baseline", "Baseline"],
            ]}
          />
        </div>
      )}
      {!isRunning && isBaseline && <BaselineField form={form} arm={arm} present={baseline} />}
      {isRunning && isBaseline && (
        <p className="text-2xs text-ink-2">This arm is a baseline, so it has no windows to edit.</p>
      )}
      {!isRunning && !isBaseline && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <TextField form={form} name={`${name}.label`} label="Label (optional)" placeholder="instance" />
          <TextField form={form} name={`${name}.value`} label="Value" placeholder="10.0.0.7:8000" />
        </div>
      )}
      {!isBaseline && <WindowFields form={form} arm={arm} />}
    </fieldset>
  );
}

/** Fields of the windows of an arm. */
function WindowFields({ form, arm }: Pick<ArmFieldsProps, "form" | "arm">) {
  const name = `arms.${arm}` as const;
  const windows = useFieldArray({ control: form.control, name: `${name}.windows` });
  return (
    <>
      {windows.fields.map(({ id }, index) => (
        <div key={id} role="group" aria-label={`Window ${index + 1} of the ${armTitles[arm]}`}>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField form={form} name={`${name}.windows.${index}.start`} label="From" {...dateTimeInput} />
            <TextField
              form={form}
              name={`${name}.windows.${index}.end`}
              label="To (optional)"
              {...dateTimeInput}
            />
          </div>
          <Button size="sm" variant="ghost" onClick={() => windows.remove(index)}>
            Remove window {index + 1}
          </Button>
        </div>
      ))}
      {windows.fields.length === 0 && (
        <p className="text-2xs text-ink-2">
          Without a window, the arm begins when the experiment starts, and ends with it.
        </p>
      )}
      {windows.fields.length < experimentLimits.maxWindows && (
        <div>
          <Button size="sm" onClick={() => windows.append({ start: "", end: "" })}>
            Add window to the {armTitles[arm].toLowerCase()}
          </Button>
        </div>
      )}
    </>
  );
}
