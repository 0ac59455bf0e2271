"use client";

import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { displayFactor, formatBucketEdge } from "@/lib/format/number";
import { formatLimit } from "@/lib/format/limit";
import {
  limitDefinition,
  limitIds,
  resolveLimits,
  type LimitId,
  type LimitOverrides,
} from "@/lib/model/deployment/limits";
import { nullIfEmpty, positiveNumber, textField, z } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { ReviewForm } from "@/components/settings/deployments/review-form";
import { useReviewForm, type DeploymentFormProps } from "@/components/settings/deployments/use-review-form";

/** Texts of the fields in display units; empty for a default. */
type LimitTexts = Readonly<Record<LimitId, string>>;

const factorOf = (id: LimitId): number => {
  const { unit, displayUnit } = limitDefinition(id);
  return displayFactor(unit, displayUnit);
};

function fieldOf(id: LimitId) {
  const factor = factorOf(id);
  // Rounded, so that 0.1 % is stored as 0.001.
  const toCanonical = (text: string) => {
    const parsed = positiveNumber({ max: limitDefinition(id).maxValue * factor })(text);
    return parsed.ok ? { ...parsed, value: Number((parsed.value / factor).toPrecision(12)) } : parsed;
  };
  return textField(nullIfEmpty(toCanonical));
}

const fields = Object.fromEntries(limitIds.map((id) => [id, fieldOf(id)])) as Record<
  LimitId,
  ReturnType<typeof fieldOf>
>;

/** Schema that converts the texts of the limit fields to the limits of the request. */
export const limitsSchema = z.object({
  limits: z.pipe(
    z.object(fields),
    z.transform((values): NonNullable<ReviewBody["limits"]> | null => {
      const overrides = limitIds.flatMap((id) => (values[id] === null ? [] : [[id, values[id]] as const]));
      return overrides.length === 0 ? null : (Object.fromEntries(overrides) as LimitOverrides);
    }),
  ),
});

/** Fills the limit fields of the form. Limits with defaults are empty. */
export function toLimitTexts(limits: ReviewableDeployment["limits"]): LimitTexts {
  const texts = limitIds.map((id) => {
    const { value, setBy } = limits[id];
    return [
      id,
      setBy === "default" ? "" : formatBucketEdge(value * factorOf(id)).replaceAll(",", ""),
    ] as const;
  });
  return Object.fromEntries(texts) as LimitTexts;
}

const defaults = resolveLimits({});

/** Edits the limits of one deployment. An empty field means the default. */
export function LimitsEditor({ deployment, onDone }: DeploymentFormProps) {
  const stored = { limits: toLimitTexts(deployment.limits) };
  const form = useReviewForm({ deployment, schema: limitsSchema, storedValues: stored, onDone });
  const hasOverrides = limitIds.some((id) => deployment.limits[id].setBy !== "default");
  return (
    <ReviewForm
      form={form}
      subject="limits"
      deployment={deployment}
      proposed={null}
      resetBody={hasOverrides ? { limits: null } : null}
      resetLabel="Restore defaults"
      onCancel={onDone}
    >
      <p className="text-xs text-ink-2">
        A value above its limit is shown as a problem of the deployment. An empty field uses the default.
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {limitIds.map((id) => (
          <TextField
            key={id}
            form={form}
            name={`limits.${id}`}
            label={`${limitDefinition(id).title}, ${limitDefinition(id).displayUnit}`}
            hint={`default ${formatLimit(id, defaults[id])}`}
            className="w-44"
          />
        ))}
      </div>
    </ReviewForm>
  );
}
