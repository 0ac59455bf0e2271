"use client";

import { useFieldArray, useFormState } from "react-hook-form";
import { fail, succeed, type Result } from "@/lib/base/result";
import type { DiscoveryPreviewBody, ReviewableDeployment } from "@/lib/contracts/discovery";
import type { PoolRole } from "@/lib/model/deployment/deployment";
import { poolRoles, poolsError } from "@/lib/model/deployment/deployment-review";
import { parseSelectorText, printSelectorText } from "@/lib/model/deployment/selector-text";
import { listField, z, type RowErrors } from "@/components/shared/forms/field-schemas";
import { ChoiceField, LinesField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { ReviewForm } from "./review-form";
import { useDebounced } from "@/components/shared/reads/use-debounced";
import { useReviewForm, type DeploymentFormProps } from "./use-review-form";

type Pools = NonNullable<DiscoveryPreviewBody["pools"]>;

interface PoolDraft {
  readonly role: PoolRole;
  readonly selectors: string;
}

interface PoolDrafts {
  readonly pools: readonly PoolDraft[];
}

const roleTitles: { readonly [R in PoolRole]: string } = {
  both: "prefill and decode",
  prefill: "prefill",
  decode: "decode",
  router: "router",
};

const schema = z.object({ pools: listField("selectors", parsePoolDrafts) });

/** Edits the selectors of a deployment as text, with a preview. */
export function SelectorEditor({ deployment, onDone }: DeploymentFormProps) {
  const stored = { pools: toPoolDrafts(deployment.editablePools) };
  const form = useReviewForm<PoolDrafts>({ deployment, schema, storedValues: stored, onDone });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "pools" });
  const { errors } = useFormState({ control: form.control, name: "pools" });
  const pools = useDebounced(form.body?.pools ?? null);
  const listError = errors.pools?.root?.message;
  return (
    <ReviewForm
      form={form}
      subject="selectors"
      deployment={deployment}
      proposed={pools === null ? null : { label: "With these selectors", body: { pools } }}
      resetBody={deployment.discoveredPools === null ? null : { pools: null }}
      onCancel={onDone}
      actions={<Button onClick={() => append({ role: "both", selectors: "" })}>Add a pool</Button>}
    >
      {fields.map(({ id }, index) => (
        <PoolFields
          key={id}
          form={form}
          index={index}
          title={fields.length === 1 ? "Selectors" : `Selectors of pool ${index + 1}`}
          hasRole={deployment.engine.role !== "training"}
          onRemove={fields.length === 1 ? undefined : () => remove(index)}
        />
      ))}
      {listError !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {listError}
        </p>
      )}
    </ReviewForm>
  );
}

interface PoolFieldsProps {
  readonly form: FormConnection<PoolDrafts>;
  readonly index: number;
  readonly title: string;
  /** False for a training job, whose pools have no role. */
  readonly hasRole: boolean;
  readonly onRemove: (() => void) | undefined;
}

function PoolFields({ form, index, title, hasRole, onRemove }: PoolFieldsProps) {
  return (
    <div className="flex flex-col gap-1">
      <LinesField
        form={form}
        name={`pools.${index}.selectors`}
        label={title}
        className="font-mono"
        deps="pools"
        hint={
          <>
            Enter one selector per line:{" "}
            <code className="font-mono">model_name=&quot;chat&quot;, job=&quot;vllm&quot;</code>. Values must
            match exactly. Lines are combined with OR.
          </>
        }
      />
      <div className="flex items-end gap-3 text-xs text-ink-2">
        {hasRole && (
          <ChoiceField
            form={form}
            name={`pools.${index}.role`}
            label="Role"
            deps="pools"
            options={poolRoles.map((each) => [each, roleTitles[each]])}
          />
        )}
        {onRemove !== undefined && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            Remove pool
          </Button>
        )}
      </div>
    </div>
  );
}

function toPoolDrafts(pools: ReviewableDeployment["pools"]): readonly PoolDraft[] {
  return pools.map(({ role, selectors }) => ({ role, selectors: printSelectorText(selectors) }));
}

function parsePoolDrafts(drafts: readonly PoolDraft[]): Result<Pools, RowErrors> {
  const parsed = drafts.map(({ selectors }) => parseSelectorText(selectors));
  const errors = parsed.map((one) => (one.kind === "error" ? `Line ${one.line}: ${one.message}` : null));
  if (errors.some((one) => one !== null)) return fail(errors);
  const pools = drafts.map(({ role }, index): Pools[number] => {
    const one = parsed[index];
    return {
      role,
      selectors: one?.kind === "selectors" ? one.selectors.map((labels) => ({ ...labels })) : [],
    };
  });
  const error = poolsError(pools);
  return error === null ? succeed(pools) : fail(error);
}
