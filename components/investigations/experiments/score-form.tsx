"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import type { AddExperimentScoreBody } from "@/lib/contracts/investigations/experiments";
import { titleError } from "@/lib/model/event";
import { armRoles, experimentLimits, experimentName } from "@/lib/model/investigation/experiments/experiment";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import {
  parseOption,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { armTitles } from "./arm-fields";
import type { ExperimentFormPartProps } from "./decision-form";
import { addExperimentScore } from "./experiment-requests";

interface ScoreValues {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

const nameRules = { maxLength: experimentLimits.maxNameLength, emptyError: "Name the quality test." };

const schema: FormSchema<ScoreValues, AddExperimentScoreBody> = z.object({
  role: textField(parseOption(armRoles)),
  name: textField(validatedBy((text) => titleError(text, nameRules))),
  value: textField((text) => {
    const value = Number(text.replace(",", "."));
    return text !== "" && Math.abs(value) <= 1_000_000 ? succeed(value) : fail("Enter a number.");
  }),
});

/** Enters the result of a quality test of one arm. */
export function ScoreForm({ number, experiment, onClose }: ExperimentFormPartProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { role: "reference", name: "", value: "" } },
    save: ({ body, idempotencyKey }) => addExperimentScore(number, experiment.id, body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Add quality score to ${experimentName(experiment.number)}`}
      saveLabel="Add quality score"
      className="max-w-[520px]"
      takesFocus
      onCancel={onClose}
    >
      <ChoiceField
        form={form}
        name="role"
        label="Arm"
        options={armRoles.map((role) => [role, armTitles[role]] as const)}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField form={form} name="name" label="Quality test" placeholder="MMLU" />
        <TextField form={form} name="value" label="Score" hint="Higher is better." />
      </div>
    </Form>
  );
}
