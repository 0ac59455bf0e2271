"use client";

import { useState } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline/roofline-tables";
import { addAccelerator, editAccelerator } from "@/lib/client/queries/roofline-tables";
import { computePrecisions } from "@/lib/model/roofline/precision";
import { useWrite } from "@/components/shared/use-write";
import { Button } from "@/components/ui/button";
import { toDraft, emptyDraft, parseDraft, type AcceleratorDraft } from "./accelerator-draft";
import { EntryFields, EntryForm, errorMessageOf, type DeclaredField } from "./entry-form";
import type { EntryFormPanelProps } from "./entry-table";
import { peakWarnings } from "./peak-warnings";

const fields: readonly DeclaredField<Exclude<keyof AcceleratorDraft, "peaks">>[] = [
  { name: "name", label: "Name" },
  { name: "vendor", label: "Vendor" },
  { name: "memoryGb", label: "Memory, GB" },
  { name: "memoryKind", label: "Memory type" },
  { name: "bandwidthGbPerSecond", label: "Bandwidth, GB/s" },
  { name: "measuredGbPerSecond", label: "Measured bandwidth, GB/s (optional)" },
  { name: "linkKind", label: "Interconnect" },
  { name: "linkGbPerSecond", label: "Interconnect bandwidth, both directions, GB/s (optional)" },
  { name: "source", label: "Source of these values" },
  {
    name: "deviceNames",
    label: "Device names, one per line (DCGM modelName, * is a wildcard)",
    lines: "h-16",
  },
];

const peaks = computePrecisions.map((name) => ({ name, label: name.toUpperCase() }));

/** Form to add or edit a GPU: dense peaks, bandwidth, memory and the source of the values. */
export function AcceleratorFormPanel({ row, onDone, onWritten }: EntryFormPanelProps<AcceleratorRow>) {
  const [draft, setDraft] = useState(row === null ? emptyDraft : toDraft(row.accelerator));
  const [isSubmitted, setSubmitted] = useState(false);
  const { isBusy, error, write } = useWrite(errorMessageOf, onWritten);
  const parsed = parseDraft(draft, row?.accelerator);
  const errors = isSubmitted && parsed.kind === "errors" ? parsed.errors : {};
  const send = async (): Promise<void> => {
    setSubmitted(true);
    if (parsed.kind === "errors") return;
    const { accelerator } = parsed;
    const isWritten = await write(() =>
      row?.provenance.kind === "added"
        ? editAccelerator(row.accelerator.id, row.provenance.version, { accelerator })
        : addAccelerator({ accelerator }),
    );
    if (isWritten) onDone();
  };
  return (
    <EntryForm
      label={row === null ? "New GPU" : `Edit ${row.accelerator.name}`}
      error={error}
      onSubmit={() => void send()}
      onCancel={onDone}
      buttons={
        <Button type="submit" disabled={isBusy}>
          {isBusy ? "Saving" : "Save"}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-3">
        <EntryFields
          fields={fields}
          draft={draft}
          errors={errors}
          onChange={(name, value) => setDraft({ ...draft, [name]: value })}
        />
      </div>
      <fieldset>
        <legend className="pb-1 text-xs text-ink-2">
          Dense peaks, TFLOP/s. If the data sheet gives a value “with sparsity”, enter half of it.
        </legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-7">
          <EntryFields
            fields={peaks}
            draft={draft.peaks}
            errors={errors}
            onChange={(name, value) => setDraft({ ...draft, peaks: { ...draft.peaks, [name]: value } })}
          />
        </div>
        <div role="status" className="text-xs text-ink-2">
          {peakWarnings(draft).map((warning) => (
            <p key={warning} className="pt-1">
              {warning}
            </p>
          ))}
        </div>
      </fieldset>
    </EntryForm>
  );
}
