"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import type { TraceSettingsPreviewBody } from "@/lib/contracts/traces/trace-settings-preview";
import {
  traceSettingsPreviewQuery,
  traceServicesQuery,
} from "@/lib/client/queries/trace-analyses/trace-settings-preview";
import { z } from "@/components/shared/forms/field-schemas";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { matchedSpansText, TraceSettingsPreview } from "@/components/settings/phases/trace-settings-preview";
import { OrderButtons } from "@/components/settings/order-buttons";
import { ReviewForm } from "./review-form";
import { useDebounced } from "@/components/shared/reads/use-debounced";
import { useReviewForm, type DeploymentFormProps } from "./use-review-form";

const schema = z.object({
  traceServices: z.array(
    z.pipe(
      z.object({ name: z.string() }),
      z.transform(({ name }) => name),
    ),
  ),
});

/** Selects and orders the trace services of a deployment, in request order. */
export function TraceServicesEditor({ deployment, onDone }: DeploymentFormProps) {
  const stored = { traceServices: deployment.traceServices.map((name) => ({ name })) };
  const form = useReviewForm({ deployment, schema, storedValues: stored, onDone });
  const { append, move, remove } = useFieldArray({ control: form.control, name: "traceServices" });
  const services = useWatch({ control: form.control, name: "traceServices" }).map(({ name }) => name);
  const tried = useDebounced(services);
  const body = { deploymentId: deployment.id, traceServices: [...tried] };
  return (
    <ReviewForm
      form={form}
      subject="trace services"
      deployment={deployment}
      proposed={null}
      preview={<TraceSettingsPreview label="With these services" body={body} />}
      resetBody={deployment.hasEditedTraceServices ? { traceServices: null } : null}
      onCancel={onDone}
    >
      <p className="text-xs text-ink-2">
        Ridgepoint searches for traces by the name of the first service. List the other services in request
        order.
      </p>
      {services.length === 0 && (
        <p className="text-xs">No trace service is selected, so this deployment has no traces.</p>
      )}
      <ol className="flex flex-col gap-1">
        {services.map((name, index) => (
          <li key={name} className="flex flex-wrap items-center gap-2 text-xs">
            <OrderButtons
              name={name}
              index={index}
              count={services.length}
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
            <code className="font-mono break-all">{name}</code>
            <FoundOf name={name} body={body} />
          </li>
        ))}
      </ol>
      <AddService deployment={deployment} chosen={services} onAdd={(name) => append({ name })} />
    </ReviewForm>
  );
}

/** Shows the spans of one service in recent requests. */
function FoundOf({ name, body }: { readonly name: string; readonly body: TraceSettingsPreviewBody }) {
  const { data } = useQuery(traceSettingsPreviewQuery(body));
  const found = data?.services.find((one) => one.name === name);
  if (found === undefined || data === undefined || data.requestCount === 0) return null;
  return <span className="tnum text-ink-2">{matchedSpansText(found)}</span>;
}

interface AddServiceProps {
  readonly deployment: Pick<ReviewableDeployment, "id">;
  readonly chosen: readonly string[];
  readonly onAdd: (name: string) => void;
}

function AddService({ deployment, chosen, onAdd }: AddServiceProps) {
  const { data, error } = useQuery(traceServicesQuery(deployment.id));
  const [picked, setPicked] = useState("");
  if (data === undefined)
    return (
      <p className="text-xs text-ink-2" aria-busy={error === null}>
        {error === null
          ? "Loading trace services"
          : `The trace services could not be loaded: ${endSentence(error.message)}`}
      </p>
    );
  const free = data.services.filter(({ name }) => !chosen.includes(name));
  const isFree = free.some(({ name }) => name === picked);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={`Add a service from ${data.source}`}>
        <select
          className={fieldClasses}
          value={isFree ? picked : ""}
          onChange={(event) => setPicked(event.target.value)}
        >
          <option value="">{free.length === 0 ? "no other service" : "select a service"}</option>
          {free.map(({ name, owner }) => (
            <option key={name} value={name}>
              {owner === null ? name : `${name} (used by ${owner})`}
            </option>
          ))}
        </select>
      </Field>
      <Button
        disabled={!isFree}
        onClick={() => {
          onAdd(picked);
          setPicked("");
        }}
      >
        Add service
      </Button>
      {data.unlistedCount > 0 && (
        <p className="text-xs text-ink-2">
          {countWithNoun(data.unlistedCount, "more service")}{" "}
          {singularOrPlural(data.unlistedCount, "is not listed. Add it", "are not listed. Add them")} in
          ridgepoint.yaml under traceServices.
        </p>
      )}
    </div>
  );
}
