"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { DiscoveryPreviewBody, ReviewBody } from "@/lib/contracts/discovery";
import { Form } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { DeploymentPreview } from "./deployment-preview";
import type { ReviewFormState } from "./use-review-form";

interface ReviewFormProps<Values extends FieldValues> {
  readonly form: ReviewFormState<Values>;
  /** Name of the edited items in the plural, for example "selectors". */
  readonly subject: string;
  readonly deployment: { readonly id: string; readonly title: string };
  /** Values to preview before saving. Null if the input is invalid. */
  readonly proposed: {
    readonly label: string;
    readonly body: Omit<DiscoveryPreviewBody, "deploymentId">;
  } | null;
  /** Replaces the default preview of series. */
  readonly preview?: ReactNode;
  /** The body that restores the discovered values. Null if nothing was edited. */
  readonly resetBody: ReviewBody | null;
  readonly resetLabel?: string;
  readonly onCancel: () => void;
  /** Additional buttons next to "Save". */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of every edit form of a deployment: fields, a preview of the current and the edited values, and buttons. */
export function ReviewForm<Values extends FieldValues>(props: ReviewFormProps<Values>) {
  const { form, subject, deployment, proposed, preview, resetBody, onCancel, actions, children } = props;
  const { resetLabel = "Restore discovered values" } = props;
  return (
    <Form
      form={form}
      label={`${subject.charAt(0).toUpperCase()}${subject.slice(1)} of ${deployment.title}`}
      className={reviewFrameClasses}
      saveLabel={`Save ${subject}`}
      canSave={form.body !== null}
      takesFocus
      onCancel={onCancel}
      actions={
        <>
          {actions}
          {resetBody !== null && (
            <Button disabled={form.isSaving} onClick={() => void form.send(resetBody)}>
              {resetLabel}
            </Button>
          )}
        </>
      }
    >
      {children}
      <div className="flex flex-col gap-1">
        {preview ?? <DeploymentPreview label="Current values" body={{ deploymentId: deployment.id }} />}
        {proposed !== null && (
          <DeploymentPreview
            label={proposed.label}
            body={{ deploymentId: deployment.id, ...proposed.body }}
          />
        )}
      </div>
    </Form>
  );
}

/** Frame of an edit form below the row of the deployment. */
export const reviewFrameClasses = "mt-3 bg-well px-4 py-3";
