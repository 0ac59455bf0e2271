"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { formatWindow } from "@/lib/format/time";
import { canIncludePromptText } from "@/lib/model/investigation/evidence";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { HypothesisFields } from "../evidence/hypothesis-fields";
import { createHypothesisLinks } from "../evidence/hypothesis-link";
import { investigationKey, investigationQuery } from "../investigation-requests";
import { keepEvidence } from "../record-requests";
import { createKeepValues, keepSchema } from "./keep-schema";
import { PromptTextField } from "./prompt-text-field";

interface KeepFormProps {
  readonly number: number;
  readonly subject: EvidenceSubject;
  readonly onStored: (evidence: EvidenceEntry) => void;
  readonly onCancel: () => void;
}

/** Adds the data of the panel to the chosen investigation, and optionally links them to a hypothesis. */
export function KeepEvidenceForm(props: KeepFormProps) {
  const { data, error } = useQuery(investigationQuery(props.number));
  if (data === undefined)
    return error === null ? (
      <p aria-busy>Loading the investigation</p>
    ) : (
      <p role="alert">{toSentence(error.message)}</p>
    );
  if (!data.rights.canEdit)
    return (
      <p>
        You cannot add evidence, because another team owns this investigation. Choose another investigation.
      </p>
    );
  return <EditorForm {...props} page={data} />;
}

interface EditorFormProps extends KeepFormProps {
  readonly page: InvestigationResponse;
}

function EditorForm({ number, subject, page, onStored, onCancel }: EditorFormProps) {
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { step } = page.investigation;
  const { window } = subject;
  const windowText =
    window === null ? "" : `Window: ${formatWindow(window.startMs, window.endMs, timeZone)}. `;
  const form = useSavedForm({
    schema: keepSchema,
    stored: { version: null, values: createKeepValues(subject.title) },
    save: ({ body: { title, text, includesPromptText, ...link }, idempotencyKey }) =>
      keepEvidence(
        number,
        {
          question: withPromptText(subject.question, includesPromptText),
          title,
          text,
          steps: [step],
          hypotheses: createHypothesisLinks(link),
        },
        idempotencyKey,
      ),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: ({ evidence }) => onStored(evidence),
  });
  return (
    <Form form={form} label="Keep as evidence" saveLabel="Keep" onCancel={onCancel}>
      <TextField
        form={form}
        name="title"
        label="Title"
        hint={`${windowText}The evidence belongs to step ${stepNumber(step)}.`}
      />
      <HypothesisFields form={form} page={page} />
      {canIncludePromptText(subject.question.endpoint) && <PromptTextField form={form} />}
      <LinesField
        form={form}
        name="text"
        label="Remark"
        rows={3}
        hint="Optional. The note cannot be changed later."
      />
    </Form>
  );
}

type Question = EvidenceSubject["question"];

function withPromptText(question: Question, includesPromptText: boolean): Question {
  switch (question.endpoint) {
    case "trace":
    case "trace-comparison":
    case "trace-study":
      return includesPromptText ? { ...question, includesPromptText } : question;
    default:
      return question;
  }
}
