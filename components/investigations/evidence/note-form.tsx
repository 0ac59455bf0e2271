"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { fail, succeed } from "@/lib/base/result";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { titleError } from "@/lib/model/event";
import { evidenceDirections, evidenceWeights } from "@/lib/model/investigation/evidence";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { investigationLimits, noteTitleRules } from "@/lib/model/investigation/investigation-limits";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { oneOf, textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { addNote } from "../record-requests";
import { investigationKey } from "../investigation-requests";

interface NoteValues {
  readonly title: string;
  readonly text: string;
  /** Empty for no hypothesis. */
  readonly hypothesisId: string;
  readonly direction: string;
  readonly weight: string;
}

const { maxNoteLength } = investigationLimits;

const schema = z.object({
  title: textField(validatedBy((text) => titleError(text, noteTitleRules))),
  text: textField((text) => {
    if (text === "") return fail("Describe the observation.");
    return text.length > maxNoteLength
      ? fail(`Must have at most ${maxNoteLength} characters, but has ${text.length}.`)
      : succeed(text);
  }),
  hypothesisId: z.string(),
  direction: textField(oneOf(evidenceDirections)),
  weight: textField(oneOf(evidenceWeights)),
}) satisfies FormSchema<NoteValues, object>;

interface NoteFormProps {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}

/** Adds a note as evidence of the current step, and optionally for or against a hypothesis. */
export function NoteForm({ page, onClose }: NoteFormProps) {
  const queries = useQueryClient();
  const { investigation, hypotheses } = page;
  const { number, step } = investigation;
  const form = useSavedForm({
    schema,
    stored: {
      version: null,
      values: { title: "", text: "", hypothesisId: "", direction: "for", weight: "moderate" },
    },
    save: ({ body: { title, text, hypothesisId, direction, weight }, idempotencyKey }) =>
      addNote(
        number,
        {
          kind: "note",
          title,
          text,
          steps: [step],
          hypotheses: hypothesisId === "" ? [] : [{ hypothesisId, direction, weight }],
        },
        idempotencyKey,
      ),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  const hypothesisId = useWatch({ control: form.control, name: "hypothesisId" });
  return (
    <Form
      form={form}
      label="Add note"
      saveLabel="Add note"
      className="max-w-[760px] py-3"
      takesFocus
      onCancel={onClose}
    >
      <TextField form={form} name="title" label="Title" />
      <LinesField
        form={form}
        name="text"
        label="Observation"
        rows={4}
        hint={`The note cannot be changed later. It belongs to step ${stepNumber(step)}.`}
      />
      {hypotheses.length > 0 && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <ChoiceField
            form={form}
            name="hypothesisId"
            label="Hypothesis"
            options={[
              ["", "None"],
              ...hypotheses.map(
                (one) => [one.id, `${hypothesisName(one.number)}: ${one.statement}`] as const,
              ),
            ]}
          />
          {hypothesisId !== "" && (
            <>
              <ChoiceField
                form={form}
                name="direction"
                label="Direction"
                options={evidenceDirections.map((one) => [one, one] as const)}
              />
              <ChoiceField
                form={form}
                name="weight"
                label="Weight"
                options={evidenceWeights.map((one) => [one, one] as const)}
              />
            </>
          )}
        </div>
      )}
    </Form>
  );
}
