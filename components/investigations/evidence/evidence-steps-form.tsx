"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { getStep } from "@/lib/investigations/steps/steps";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { stepIds, stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { MultiChoiceField } from "@/components/shared/forms/multi-choice-field";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { linkEvidence } from "../record-requests";
import { createStepsChangeBody, listStepsInRound } from "./link-change";

interface StepsValues {
  readonly steps: readonly StepId[];
}

const schema: FormSchema<StepsValues, StepsValues> = z.object({ steps: z.array(z.enum(stepIds)) });

const options = stepIds.map((step) => [step, `${stepNumber(step)}. ${getStep(step).title}`] as const);

interface EvidenceStepsFormProps {
  readonly number: number;
  readonly round: number;
  readonly evidence: EvidenceEntry;
  readonly onClose: () => void;
}

/** Chooses the steps of the round to which a piece of evidence belongs. */
export function EvidenceStepsForm({ number, round, evidence, onClose }: EvidenceStepsFormProps) {
  const queries = useQueryClient();
  // The steps at opening, so that the server can refuse to replace the change of another person.
  const [openedSteps] = useState(evidence.steps);
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { steps: listStepsInRound(evidence, round) } },
    save: ({ body: { steps }, idempotencyKey }) =>
      linkEvidence(
        number,
        evidence.id,
        createStepsChangeBody({ ...evidence, steps: openedSteps }, steps, round),
        idempotencyKey,
      ),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Steps of ${evidenceName(evidence.number)}`}
      saveLabel="Save steps"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <MultiChoiceField form={form} name="steps" legend={`Steps of round ${round}`} options={options} />
    </Form>
  );
}
