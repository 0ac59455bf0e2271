"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { listComparedStatistics, statisticTitles } from "@/lib/model/comparison/compared-statistic";
import { causeLayers, hypothesisName, hypothesisStatuses } from "@/lib/model/investigation/hypothesis";
import { layerTitles } from "@/lib/sentences/investigations/hypothesis-text";
import { signalDefinition } from "@/lib/model/signals/signals";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type FormConnection, type SaveAuthor } from "@/components/shared/forms/use-saved-form";
import { DiscardDraft } from "../drafts/discard-draft";
import { DraftLoader } from "../drafts/draft-loader";
import { DraftStatus } from "../drafts/draft-status";
import type { DraftWriter } from "../drafts/draft-writer";
import { skipQuestionIfDraftStored, useDraft } from "../drafts/use-draft";
import { goalSignals } from "../goal/goal-schema";
import {
  hypothesisDraftPart,
  hypothesisSchema,
  isHypothesisValues,
  toHypothesisValues,
  type HypothesisValues,
} from "./hypothesis-schema";
import { draftsQuery, investigationKey } from "../investigation-requests";
import { addHypothesis, editHypothesis } from "../record-requests";

interface HypothesisFormProps {
  readonly number: number;
  /** Null for a new hypothesis. */
  readonly hypothesis: HypothesisEntry | null;
  readonly lastSave?: SaveAuthor | null;
  readonly onClose: () => void;
}

/** Adds or edits a hypothesis. Unsaved input is stored as a draft. */
export function HypothesisForm(props: HypothesisFormProps) {
  return (
    <DraftLoader
      number={props.number}
      part={hypothesisDraftPart(props.hypothesis)}
      isValues={isHypothesisValues}
    >
      {(writer) => <HypothesisFields {...props} writer={writer} />}
    </DraftLoader>
  );
}

interface HypothesisFieldsProps extends HypothesisFormProps {
  readonly writer: DraftWriter<HypothesisValues>;
}

function HypothesisFields({ number, hypothesis, lastSave = null, writer, onClose }: HypothesisFieldsProps) {
  const queries = useQueryClient();
  const draft = writer.getUnsavedInput();
  const form = useSavedForm({
    schema: hypothesisSchema,
    ...(draft === null ? {} : { draft }),
    lastSave,
    stored: { version: hypothesis?.version ?? null, values: toHypothesisValues(hypothesis) },
    save: async ({ body, changes, version, idempotencyKey }) => {
      if (hypothesis !== null) {
        if (Object.keys(changes).length > 0)
          await editHypothesis(number, { id: hypothesis.id, version }, changes);
        return;
      }
      const { status: _, ...added } = body;
      await addHypothesis(number, added, idempotencyKey);
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: () => {
      void stored.deleteStoredDraft().then(refreshDrafts);
      onClose();
    },
  });
  const stored = useDraft(form, writer);
  const refreshDrafts = () => queries.invalidateQueries({ queryKey: draftsQuery(number).queryKey });
  const close = (): void => {
    onClose();
    void refreshDrafts();
  };
  const isNew = hypothesis === null;
  const saveLabel = isNew ? "Add hypothesis" : "Save";
  const label = isNew ? "Add hypothesis" : `Edit ${hypothesisName(hypothesis.number)}`;
  return (
    <Form
      form={skipQuestionIfDraftStored(form, stored, refreshDrafts)}
      label={label}
      saveLabel={saveLabel}
      className="max-w-[760px] py-3"
      takesFocus
      actions={<DiscardDraft draft={stored} onDiscard={close} />}
      onCancel={close}
    >
      <TextField
        form={form}
        name="statement"
        label="Statement"
        hint="The suspected cause in one sentence that a measurement can refute."
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <ChoiceField
          form={form}
          name="layer"
          label="Layer"
          options={causeLayers.map((layer) => [layer, layerTitles[layer]] as const)}
        />
        <TextField form={form} name="causeClass" label="Class (optional)" placeholder="memory capacity" />
        {!isNew && (
          <ChoiceField
            form={form}
            name="status"
            label="Status"
            options={hypothesisStatuses.map((status) => [status, status] as const)}
          />
        )}
      </div>
      <EffectFields form={form} />
      <DraftStatus draft={stored} labels={form.labels} saveLabel={saveLabel} />
    </Form>
  );
}

/** Fields of the effect that removing the cause would have. */
function EffectFields({ form }: { readonly form: FormConnection<HypothesisValues> }) {
  const signal = useWatch({ control: form.control, name: "effect.signal" });
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-4">
      <legend className="pb-1 text-xs text-ink-2">Predicted effect of removing the cause</legend>
      <ChoiceField
        form={form}
        name="effect.signal"
        label="Signal"
        options={[
          ["", "Not predicted"],
          ...goalSignals.map((one) => [one, signalDefinition(one).title] as const),
        ]}
      />
      {signal !== "" && (
        <>
          <ChoiceField
            form={form}
            name="effect.statistic"
            label="Statistic"
            options={listComparedStatistics(signal).map((one) => [one, statisticTitles[one]] as const)}
          />
          <ChoiceField
            form={form}
            name="effect.direction"
            label="Direction"
            options={[
              ["lower", "Lower"],
              ["higher", "Higher"],
            ]}
          />
          <TextField form={form} name="effect.amount" label="Amount, %" />
        </>
      )}
    </fieldset>
  );
}
