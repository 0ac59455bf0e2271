"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWatch, type FieldValues } from "react-hook-form";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { reviewDeployment } from "@/lib/client/queries/discovery";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { useSavedForm, type SavedForm } from "@/components/shared/forms/use-saved-form";

/** Properties of every edit form of a deployment. */
export interface DeploymentFormProps {
  readonly deployment: ReviewableDeployment;
  /** Called after saving and by "Cancel". */
  readonly onDone: () => void;
}

interface ReviewFormOptions<Values> extends DeploymentFormProps {
  readonly schema: FormSchema<Values, ReviewBody>;
  /** The values of the deployment. */
  readonly storedValues: Values;
}

/** State of an edit form of a deployment, with the request body of its input. */
export interface ReviewFormState<Values extends FieldValues> extends SavedForm<Values, ReviewBody> {
  /** The body of the current input. Null while the input is invalid. */
  readonly body: ReviewBody | null;
}

/**
 * Holds the state of a form that edits a deployment. Errors are shown while the user types, because the
 * result is previewed.
 */
export function useReviewForm<Values extends FieldValues>({
  deployment: { id, version },
  onDone,
  schema,
  storedValues,
}: ReviewFormOptions<Values>): ReviewFormState<Values> {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version, values: storedValues },
    save: (submission) => reviewDeployment({ id, version: submission.version }, submission.body),
    // A review can change names, links and sums on every page.
    refetch: () => queries.invalidateQueries(),
    onSaved: onDone,
    isValidatedOnInput: true,
  });
  const parsed = z.safeParse(schema, useWatch({ control: form.control }));
  return { ...form, body: parsed.success ? parsed.data : null };
}
