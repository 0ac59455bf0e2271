"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { answerFromExperiments } from "@/lib/investigations/experiment-answers";
import type { ProgressFacts, Step } from "@/lib/investigations/step";
import { isEqual } from "@/components/shared/forms/compare-values";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type FormDraft } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { CheckField } from "./check-field";
import { ExperimentAnswers } from "./experiment-answers";
import { StepField } from "./step-field";
import { readSavedText } from "./step-text";
import { stepSchema, toStepValues, type StepValues } from "./step-schema";
import { useStepDraft, type DraftState } from "./use-step-draft";
import { investigationKey, replaceStep, saveStep } from "../investigation-requests";

const draftTexts: Readonly<Record<DraftState, string>> = {
  none: "",
  storing: "Storing your draft.",
  stored: "Your draft is stored. Choose “Save” to show it to other people.",
  removing: "Discarding your draft.",
  "not-removed": "Your draft could not be discarded. Try again.",
  failed: "Your draft could not be stored. Save your input before you leave the page.",
};

interface StepFormProps {
  readonly number: number;
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Experiments of the round. They answer fields that a person fills in otherwise. */
  readonly experiments: ProgressFacts["experiments"];
  readonly draft: FormDraft<StepValues> | undefined;
  /** Name of the draft. */
  readonly part: string;
  /** Receives unsaved input when another step is shown. */
  readonly onClose: (draft: FormDraft<StepValues>) => void;
  /** Shows the form with the stored version. */
  readonly onRestart: () => void;
}

/** The form of a step: fields and checklist. Input is stored as a draft, and saved with a check of its version. */
export function StepForm(props: StepFormProps) {
  const { number, step, record, experiments, draft, part, onClose, onRestart } = props;
  const isFinished = useRef(false);
  const queries = useQueryClient();
  const stored = { version: record.version, values: toStepValues(step, record) };
  const form = useSavedForm({
    schema: stepSchema,
    stored,
    ...(draft === undefined ? {} : { draft }),
    save: ({ body, version }) =>
      saveStep(number, { step: record.step, version }, { round: record.round, ...body }),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: (changed) => {
      void drafts.remove();
      void replaceStep(queries, number, changed.step);
      restart();
    },
    onClose: (input) =>
      isFinished.current || isEqual(input.openedVersion.values, input.values) || onClose(input),
  });
  const drafts = useStepDraft(form, {
    number,
    part,
    hasDraft: draft !== undefined,
  });
  const restart = (): void => {
    isFinished.current = true;
    onRestart();
  };
  const discard = async (): Promise<void> => {
    if (await drafts.remove()) restart();
  };
  // The input is not saved yet while it is being saved, and a refused save reads the newer version first.
  useNewerVersion(record.version, () => form.isSaving || form.hasChanges(), restart);
  const isDraftStored = drafts.state === "stored";
  return (
    <Form
      form={isDraftStored ? { ...form, hasChanges: () => false } : form}
      label={`Step: ${step.title}`}
      className="max-w-[760px] print:hidden"
      actions={
        drafts.state !== "none" && (
          <Button variant="ghost" disabled={drafts.state === "removing"} onClick={() => void discard()}>
            Discard draft
          </Button>
        )
      }
    >
      {step.fields.map((field) => {
        const answers = answerFromExperiments(field, experiments);
        return answers.length === 0 ? (
          <StepField key={field.id} form={form} name={`answers.${field.id}`} field={field} />
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
      <p role="status" className="min-h-4 text-2xs text-ink-2">
        {draftTexts[drafts.state]}
      </p>
    </Form>
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
