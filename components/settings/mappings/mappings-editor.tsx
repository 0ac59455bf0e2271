"use client";

import { useFieldArray, useWatch } from "react-hook-form";
import { fail, succeed } from "@/lib/base/result";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { listField, z } from "@/components/shared/forms/field-schemas";
import { Button } from "@/components/ui/button";
import {
  toMappingDrafts,
  findUnmappedSignals,
  createNextDraft,
  parseMappingDrafts,
  type MappingDraft,
  type MappingDrafts,
} from "./mapping-drafts";
import { MappingFields } from "./mapping-fields";
import { ReviewForm } from "@/components/settings/deployments/review-form";
import { useDebounced } from "@/components/shared/reads/use-debounced";
import { useReviewForm, type DeploymentFormProps } from "@/components/settings/deployments/use-review-form";

const schema = z.object({
  mappings: listField("metric", (drafts: readonly MappingDraft[]) => {
    const { mappings, draftErrors } = parseMappingDrafts(drafts);
    return mappings === null ? fail(draftErrors) : succeed(mappings as NonNullable<ReviewBody["mappings"]>);
  }),
});

/** Maps custom metrics of a training loop to signals, with a preview. */
export function MappingsEditor({ deployment, onDone }: DeploymentFormProps) {
  const stored = { mappings: initialDrafts(deployment) };
  const form = useReviewForm<MappingDrafts>({ deployment, schema, storedValues: stored, onDone });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "mappings" });
  const drafts = useWatch({ control: form.control, name: "mappings" });
  const mappings = useDebounced(form.body?.mappings ?? null);
  const next = createNextDraft(drafts);
  return (
    <ReviewForm
      form={form}
      subject="mappings"
      deployment={deployment}
      proposed={mappings === null ? null : { label: "With these mappings", body: { mappings } }}
      resetBody={null}
      onCancel={onDone}
      actions={next !== undefined && <Button onClick={() => append(next)}>Add a mapping</Button>}
    >
      <p className="text-xs text-ink-2">
        Enter histogram names without _bucket, _sum and _count. The factor converts the metric&apos;s unit to
        seconds, bytes or a ratio, for example 0.001 for milliseconds.
      </p>
      {fields.length === 0 && <p className="text-xs">No signal is mapped.</p>}
      {fields.map(({ id }, index) => {
        const draft = drafts[index];
        return (
          draft !== undefined && (
            <MappingFields
              key={id}
              form={form}
              index={index}
              draft={draft}
              unmappedSignals={findUnmappedSignals(drafts)}
              onRemove={() => remove(index)}
            />
          )
        );
      })}
    </ReviewForm>
  );
}

/** Returns the mappings of the deployment, or one empty row. */
function initialDrafts({ mappings }: ReviewableDeployment): readonly MappingDraft[] {
  const drafts = toMappingDrafts(mappings);
  const first = drafts.length === 0 ? createNextDraft([]) : undefined;
  return first === undefined ? drafts : [first];
}
