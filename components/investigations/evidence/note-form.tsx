"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { titleError } from "@/lib/model/event";
import { investigationLimits, noteTitleRules } from "@/lib/model/investigation/investigation-limits";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { HypothesisFields } from "./hypothesis-fields";
import {
  createHypothesisLinks,
  hypothesisFields,
  noHypothesis,
  type HypothesisValues,
} from "./hypothesis-link";
import { addNote } from "../record-requests";
import { investigationKey } from "../investigation-requests";

interface NoteValues extends HypothesisValues {
  readonly title: string;
  readonly text: string;
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
  ...hypothesisFields,
}) satisfies FormSchema<NoteValues, object>;

interface NoteFormProps {
  readonly page: InvestigationResponse;
  /** Step on screen, to which the note belongs. */
  readonly step: StepId;
  readonly onClose: () => void;
}

/** Adds a note as evidence of the step on screen, and optionally for or against a hypothesis. */
export function NoteForm({ page, step, onClose }: NoteFormProps) {
  const queries = useQueryClient();
  const { number } = page.investigation;
  const form = useSavedForm({
    schema,
    stored: {
      version: null,
      values: { title: "", text: "", ...noHypothesis },
    },
    save: ({ body: { title, text, ...link }, idempotencyKey }) =>
      addNote(
        number,
        {
          kind: "note",
          title,
          text,
          steps: [step],
          hypotheses: createHypothesisLinks(link),
        },
        idempotencyKey,
      ),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
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
        hint={`The note is Markdown and cannot be changed later. It belongs to step ${stepNumber(step)}.`}
      />
      <HypothesisFields form={form} page={page} />
    </Form>
  );
}
