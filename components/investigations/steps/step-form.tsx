"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { answerFromExperiments } from "@/lib/investigations/experiment-answers";
import { readSavedText } from "@/lib/investigations/saved-text";
import type { ProgressFacts, Step, StepField as DeclaredField } from "@/lib/investigations/step";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type SaveAuthor, type SavedForm } from "@/components/shared/forms/use-saved-form";
import { DiscardDraft } from "../drafts/discard-draft";
import { DraftStatus } from "../drafts/draft-status";
import type { DraftWriter } from "../drafts/draft-writer";
import { skipQuestionIfDraftStored, useDraft } from "../drafts/use-draft";
import { CheckField } from "./check-field";
import { CollectedAnswer } from "./collected-answer";
import { ExperimentAnswers } from "./experiment-answers";
import { StepField } from "./step-field";
import { stepSchema, toStepValues, type StepBody, type StepValues } from "./step-schema";
import { investigationKey, replaceStep, saveStep } from "../investigation-requests";

interface StepFormProps {
  readonly number: number;
  readonly version: number;
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Experiments of the round. They answer fields that a person fills in otherwise. */
  readonly experiments: ProgressFacts["experiments"];
  readonly lastSave: SaveAuthor | null;
  readonly writer: DraftWriter<StepValues>;
  /** Shows the form with the stored version, or with a draft of another page. */
  readonly onRestart: () => void;
}

/** The form of a step: fields and checklist. Input is stored as a draft, and saved with a check of its version. */
export function StepForm(props: StepFormProps) {
  const {
    number,
    version: investigationVersion,
    step,
    record,
    experiments,
    lastSave,
    writer,
    onRestart,
  } = props;
  const queries = useQueryClient();
  const draft = writer.getUnsavedInput();
  const form = useSavedForm({
    schema: stepSchema,
    stored: { version: record.version, values: toStepValues(step, record) },
    ...(draft === null ? {} : { draft }),
    lastSave,
    save: ({ body, version }) => {
      const storedAtMs = writer.getStoredVersionMs();
      return saveStep(
        number,
        { step: record.step, version },
        {
          round: record.round,
          ...body,
          ...(storedAtMs === null ? {} : { draftUpdatedAtMs: storedAtMs }),
        },
      );
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: (changed) => {
      void replaceStep(queries, number, changed.step);
      const removal = stored.deleteStoredDraft();
      onRestart();
      // A draft of another tab or device is not part of the saved input.
      void removal.then(() => writer.isFromOtherPage() && onRestart());
    },
  });
  const stored = useDraft(form, writer);
  // The input is not saved yet while it is being saved, and a refused save reads the newer version first.
  useNewerVersion(record.version, () => form.isSaving || form.hasChanges(), onRestart);
  return (
    <Form
      form={skipQuestionIfDraftStored(form, stored)}
      label={`Step: ${step.title}`}
      className="max-w-[760px] print:hidden"
      actions={<DiscardDraft draft={stored} onDiscard={onRestart} />}
    >
      {step.fields.map((field) => {
        const answers = answerFromExperiments(field, experiments);
        return answers.length === 0 ? (
          <AnswerField
            key={field.id}
            form={form}
            field={field}
            investigation={{ number, version: investigationVersion }}
            step={step.id}
          />
        ) : (
          <section key={field.id} aria-label={field.label}>
            <h4 className="pb-1 text-xs font-normal text-ink-2">{field.label}, from the experiments</h4>
            <ExperimentAnswers answers={answers} savedText={readSavedText(field, record.answers)} />
          </section>
        );
      })}
      <fieldset className="flex flex-col">
        <legend className="pb-1 text-xs text-ink-2">Checklist</legend>
        {step.checklist.map((item) => (
          <CheckField key={item.id} form={form} item={item} />
        ))}
      </fieldset>
      <DraftStatus draft={stored} labels={form.labels} saveLabel="Save" />
    </Form>
  );
}

interface AnswerFieldProps {
  readonly form: SavedForm<StepValues, StepBody>;
  readonly field: DeclaredField;
  readonly investigation: { readonly number: number; readonly version: number };
  readonly step: Step["id"];
}

/** A field that a person fills in, with the collected value that can be taken over. */
function AnswerField({ form, field, investigation, step }: AnswerFieldProps) {
  const name = `answers.${field.id}` as const;
  return (
    <>
      <StepField form={form} name={name} field={field} />
      {field.collection !== undefined && (
        <CollectedAnswer
          investigation={investigation}
          step={step}
          collection={field.collection}
          onUse={(text) => form.methods.setValue(name, text, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </>
  );
}

/** Shows a version that another person saved, unless this person has unsaved input. */
function useNewerVersion(version: number, hasChanges: () => boolean, onRestart: () => void): void {
  const opened = useRef(version);
  const restart = useEffectEvent(() => {
    if (!hasChanges()) onRestart();
  });
  useEffect(() => {
    if (opened.current === version) return;
    opened.current = version;
    restart();
  }, [version]);
}
