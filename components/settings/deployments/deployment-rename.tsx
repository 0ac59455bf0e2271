"use client";

import { deploymentTitleRules, titleError } from "@/lib/model/event";
import { validatedBy, textField, z } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { reviewFrameClasses } from "./review-form";
import { useReviewForm, type DeploymentFormProps } from "./use-review-form";

const schema = z.object({
  title: textField(validatedBy((text) => titleError(text, deploymentTitleRules))),
});

/** Renames a deployment. The old address keeps working. */
export function DeploymentRenameForm({ deployment, onDone }: DeploymentFormProps) {
  const { title, discoveredTitle } = deployment;
  const form = useReviewForm({ deployment, schema, storedValues: { title }, onDone });
  return (
    <Form
      form={form}
      label={`Title of ${title}`}
      className={reviewFrameClasses}
      saveLabel="Save name"
      takesFocus
      onCancel={onDone}
      actions={
        title !== discoveredTitle && (
          <Button disabled={form.isSaving} onClick={() => void form.send({ title: null })}>
            Restore “{discoveredTitle}”
          </Button>
        )
      }
    >
      <TextField form={form} name="title" label="Name" className="w-72" />
    </Form>
  );
}
