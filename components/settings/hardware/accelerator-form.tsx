"use client";

import { useWatch } from "react-hook-form";
import type { AcceleratorRow } from "@/lib/contracts/roofline/roofline-tables";
import { addAccelerator, editAccelerator } from "@/lib/client/queries/roofline-tables";
import { computePrecisions } from "@/lib/model/roofline/precision";
import { LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { createAcceleratorFormSchema, emptyAcceleratorDraft, toAcceleratorDraft } from "./accelerator-schema";
import { entryFormClasses, getVersion, type EntryFormPanelProps } from "./entry-table";
import { peakWarnings } from "@/lib/sentences/roofline/peak-warnings";

/** Form to add or edit a GPU: dense peaks, bandwidth, memory and the source of the values. */
export function AcceleratorFormPanel({ row, onDone, onWritten }: EntryFormPanelProps<AcceleratorRow>) {
  const form = useSavedForm({
    schema: createAcceleratorFormSchema(row?.accelerator),
    stored: {
      version: getVersion(row),
      values: row === null ? emptyAcceleratorDraft : toAcceleratorDraft(row.accelerator),
    },
    save: async ({ body, version, idempotencyKey }) =>
      row === null
        ? addAccelerator(body, idempotencyKey)
        : editAccelerator(row.accelerator.id, version, body),
    refetch: onWritten,
    onSaved: onDone,
  });
  const peaks = useWatch({ control: form.control, name: "accelerator.peakFlopsPerSecond" });
  const field = { form, className: "w-full" };
  return (
    <Form
      form={form}
      label={row === null ? "New GPU" : `Edit ${row.accelerator.name}`}
      className={entryFormClasses}
      onCancel={onDone}
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-3">
        <TextField {...field} name="accelerator.name" label="Name" />
        <TextField {...field} name="accelerator.vendor" label="Vendor" />
        <TextField {...field} name="accelerator.memoryBytes" label="Memory, GB" />
        <TextField {...field} name="accelerator.memoryKind" label="Memory type" />
        <TextField {...field} name="accelerator.bandwidthBytesPerSecond" label="Bandwidth, GB/s" />
        <TextField
          {...field}
          name="accelerator.measured.bandwidthBytesPerSecond"
          label="Measured bandwidth, GB/s (optional)"
        />
        <TextField {...field} name="accelerator.link.kind" label="Interconnect" />
        <TextField
          {...field}
          name="accelerator.link.bidirectionalBytesPerSecond"
          label="Interconnect bandwidth, both directions, GB/s (optional)"
        />
        <TextField {...field} name="accelerator.sources" label="Source of these values" />
      </div>
      <LinesField
        {...field}
        name="accelerator.deviceNames"
        label="Device names, one per line (DCGM modelName, * is a wildcard)"
        rows={3}
      />
      <fieldset>
        <legend className="pb-1 text-xs text-ink-2">
          Dense peaks, TFLOP/s. If the data sheet gives a value “with sparsity”, enter half of it.
        </legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-7">
          {computePrecisions.map((precision) => (
            <TextField
              {...field}
              key={precision}
              name={`accelerator.peakFlopsPerSecond.${precision}`}
              label={precision.toUpperCase()}
            />
          ))}
        </div>
        <div role="status" className="text-xs text-ink-2">
          {peakWarnings(peaks).map((warning) => (
            <p key={warning} className="pt-1">
              {warning}
            </p>
          ))}
        </div>
      </fieldset>
    </Form>
  );
}
