"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useWatch } from "react-hook-form";
import type { EvidenceEntry, HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceName, evidenceWeights } from "@/lib/model/investigation/evidence";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { parseOption, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type SavedForm } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { linkEvidence } from "../record-requests";
import { createLinkChangeBody, linkDirections } from "./link-change";

interface LinkValues {
  readonly evidenceId: string;
  readonly hypothesisId: string;
  readonly direction: string;
  readonly weight: string;
}

const schema = z.object({
  evidenceId: z.string(),
  hypothesisId: z.string(),
  direction: textField(parseOption(linkDirections)),
  weight: textField(parseOption(evidenceWeights)),
}) satisfies FormSchema<LinkValues, object>;

interface EvidenceLinkFormProps {
  readonly number: number;
  readonly round: number;
  /** Accessible name of the form. */
  readonly label: string;
  /** Evidence to choose from: one piece if the form belongs to it; if not, all pieces that were not removed. */
  readonly evidence: readonly EvidenceEntry[];
  /** Hypotheses to choose from: one if the form belongs to it; if not, all. */
  readonly hypotheses: readonly HypothesisEntry[];
  readonly onClose: () => void;
}

/** Links evidence to a hypothesis, changes the link, or removes it. */
export function LinkToHypothesisForm(props: EvidenceLinkFormProps) {
  const { number, round, label, evidence, hypotheses, onClose } = props;
  const queries = useQueryClient();
  const [firstEvidence] = evidence;
  const [firstHypothesis] = hypotheses;
  const form = useSavedForm({
    schema,
    stored: { version: null, values: findPresentLink(firstEvidence, firstHypothesis) },
    save: ({ body: { evidenceId, ...link }, idempotencyKey }) => {
      const linked = evidence.find(({ id }) => id === evidenceId);
      if (linked === undefined) return Promise.reject(new Error("the evidence was removed"));
      return linkEvidence(number, evidenceId, createLinkChangeBody(linked, link, round), idempotencyKey);
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  usePresentLink(form, props);
  return (
    <Form
      form={form}
      label={label}
      saveLabel="Save link"
      className="max-w-[760px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {evidence.length > 1 && (
          <ChoiceField
            form={form}
            name="evidenceId"
            label="Evidence"
            options={evidence.map((one) => [one.id, `${evidenceName(one.number)}: ${one.title}`] as const)}
          />
        )}
        {hypotheses.length > 1 && (
          <ChoiceField
            form={form}
            name="hypothesisId"
            label="Hypothesis"
            options={hypotheses.map(
              (one) => [one.id, `${hypothesisName(one.number)}: ${one.statement}`] as const,
            )}
          />
        )}
        <ChoiceField
          form={form}
          name="direction"
          label="Direction"
          hint="“none” removes the link."
          options={linkDirections.map((one) => [one, one] as const)}
        />
        <ChoiceField
          form={form}
          name="weight"
          label="Weight"
          options={evidenceWeights.map((one) => [one, one] as const)}
        />
      </div>
    </Form>
  );
}

/** Shows the present link of the chosen pair, so that saving does not replace it by the link of another pair. */
function usePresentLink(
  { control, methods }: Pick<SavedForm<LinkValues, object>, "control" | "methods">,
  { evidence, hypotheses }: EvidenceLinkFormProps,
): void {
  const [evidenceId, hypothesisId] = useWatch({ control, name: ["evidenceId", "hypothesisId"] });
  const showLink = useEffectEvent((chosenEvidenceId: string, chosenHypothesisId: string) => {
    const { direction, weight } = findPresentLink(
      evidence.find(({ id }) => id === chosenEvidenceId),
      hypotheses.find(({ id }) => id === chosenHypothesisId),
    );
    methods.setValue("direction", direction);
    methods.setValue("weight", weight);
  });
  useEffect(() => {
    showLink(evidenceId, hypothesisId);
  }, [evidenceId, hypothesisId]);
}

/** Returns the present link of the piece to the hypothesis, or a new one. */
function findPresentLink(
  evidence: EvidenceEntry | undefined,
  hypothesis: HypothesisEntry | undefined,
): LinkValues {
  const link = evidence?.hypotheses.find(({ hypothesisId }) => hypothesisId === hypothesis?.id);
  return {
    evidenceId: evidence?.id ?? "",
    hypothesisId: hypothesis?.id ?? "",
    direction: link?.direction ?? "for",
    weight: link?.weight ?? "moderate",
  };
}
