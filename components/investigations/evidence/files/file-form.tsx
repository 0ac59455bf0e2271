"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { formatFileSize } from "@/lib/format/file-size";
import { titleError } from "@/lib/model/event";
import { evidenceTitleRules } from "@/lib/model/investigation/investigation-limits";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { isolateDirection } from "@/components/shared/isolated-text";
import { HypothesisFields } from "../hypothesis-fields";
import { hypothesisFields, noHypothesis, type HypothesisValues } from "../hypothesis-link";
import { investigationKey } from "../../investigation-requests";
import { addEvidenceFile } from "./file-requests";

interface FileValues extends HypothesisValues {
  readonly title: string;
}

const schema = z.object({
  title: textField(validatedBy((text) => titleError(text, evidenceTitleRules))),
  ...hypothesisFields,
}) satisfies FormSchema<FileValues, object>;

interface FileFormProps {
  readonly page: InvestigationResponse;
  /** Step on screen, to which the file belongs. */
  readonly step: StepId;
  readonly file: File;
  /** Sentence about dropped files that are not added. Null if there are none. */
  readonly remark: string | null;
  readonly onClose: () => void;
}

/** Adds a file as evidence of the step on screen, and optionally for or against a hypothesis. */
export function FileForm({ page, step, file, remark, onClose }: FileFormProps) {
  const queries = useQueryClient();
  const { number } = page.investigation;
  const form = useSavedForm({
    schema,
    stored: {
      version: null,
      values: { title: file.name.slice(0, evidenceTitleRules.maxLength), ...noHypothesis },
    },
    save: ({ body: { title, hypothesisId, direction, weight }, idempotencyKey }) => {
      const link = hypothesisId === "" ? {} : { hypothesisId, direction, weight };
      return addEvidenceFile(number, file, { title, step, ...link }, idempotencyKey);
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Add file"
      saveLabel="Add file"
      className="max-w-[760px] py-3"
      takesFocus
      onCancel={onClose}
    >
      <p className="text-xs wrap-anywhere text-ink-2">
        {isolateDirection(file.name)}, {formatFileSize(file.size)}. {remark}
      </p>
      <TextField
        form={form}
        name="title"
        label="Title"
        hint={`The file cannot be changed later. It belongs to step ${stepNumber(step)}.`}
      />
      <HypothesisFields form={form} page={page} />
    </Form>
  );
}
