"use client";

import { useState } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline-tables";
import { addAccelerator, editAccelerator } from "@/lib/client/queries/roofline-tables";
import { computePrecisions } from "@/lib/model/precision";
import { useWriting } from "@/components/shared/use-writing";
import { Button } from "@/components/ui/button";
import { draftOfAccelerator, emptyDraft, readDraft, type AcceleratorDraft } from "./accelerator-draft";
import { EntryFields, EntryForm, messageOf, type DeclaredField } from "./entry-form";
import type { EntryFormPanelProps } from "./entry-table";
import { peakDoubts } from "./peak-doubts";

const fields: readonly DeclaredField<Exclude<keyof AcceleratorDraft, "peaks">>[] = [
  { name: "name", label: "Name" },
  { name: "vendor", label: "Vendor" },
  { name: "memoryGb", label: "Memory, GB" },
  { name: "memoryKind", label: "Kind of memory" },
  { name: "bandwidthGbPerSecond", label: "Bandwidth, GB/s" },
  { name: "measuredGbPerSecond", label: "Bandwidth, measured, GB/s (may be empty)" },
  { name: "linkKind", label: "Link to others" },
  { name: "linkGbPerSecond", label: "Link, both ways, GB/s (may be empty)" },
  { name: "source", label: "Where the numbers are from" },
  {
    name: "deviceNames",
    label: "Device names, one a line (DCGM's modelName; * stands for anything)",
    lines: "h-16",
  },
];

const peaks = computePrecisions.map((name) => ({ name, label: name.toUpperCase() }));

/** A GPU by its numbers: dense peaks only, bandwidth, memory, and where they are from. */
export function AcceleratorFormPanel({ row, onDone, onWritten }: EntryFormPanelProps<AcceleratorRow>) {
  const [draft, setDraft] = useState(row === null ? emptyDraft : draftOfAccelerator(row.accelerator));
  const [isTold, setTold] = useState(false);
  const { isBusy, trouble, write } = useWriting(messageOf, onWritten);
  const read = readDraft(draft, row?.accelerator);
  const faults = isTold && read.kind === "faults" ? read.faults : {};
  const send = async (): Promise<void> => {
    setTold(true);
    if (read.kind === "faults") return;
    const { accelerator } = read;
    const isWritten = await write(() =>
      row?.provenance.kind === "added"
        ? editAccelerator(row.accelerator.id, row.provenance.version, { accelerator })
        : addAccelerator({ accelerator }),
    );
    if (isWritten) onDone();
  };
  return (
    <EntryForm
      label={row === null ? "New GPU" : `Change ${row.accelerator.name}`}
      trouble={trouble}
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
          faults={faults}
          onChange={(name, value) => setDraft({ ...draft, [name]: value })}
        />
      </div>
      <fieldset>
        <legend className="pb-1 text-xs text-ink-2">
          Dense peaks, TFLOP/s. A figure “with sparsity” is twice what a dense model can reach: halve it.
        </legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-7">
          <EntryFields
            fields={peaks}
            draft={draft.peaks}
            faults={faults}
            onChange={(name, value) => setDraft({ ...draft, peaks: { ...draft.peaks, [name]: value } })}
          />
        </div>
        <div role="status" className="text-xs text-ink-2">
          {peakDoubts(draft).map((doubt) => (
            <p key={doubt} className="pt-1">
              {doubt}
            </p>
          ))}
        </div>
      </fieldset>
    </EntryForm>
  );
}
