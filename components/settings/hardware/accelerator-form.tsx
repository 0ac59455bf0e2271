"use client";

import { useId, useState, type FormEvent } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline-tables";
import { addAccelerator, editAccelerator } from "@/lib/client/queries/roofline-tables";
import { computePrecisions } from "@/lib/model/precision";
import { toSentence } from "@/lib/format/sentence";
import { useWriting } from "@/components/shared/use-writing";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses, FieldTrouble, invalidBy } from "@/components/ui/field";
import { draftOfAccelerator, emptyDraft, readDraft, type AcceleratorDraft } from "./accelerator-draft";

interface AcceleratorFormProps {
  /** The row that is changed; null for a new one. */
  readonly row: AcceleratorRow | null;
  readonly onDone: () => void;
  readonly onWritten: () => Promise<unknown>;
}

type TextName = Exclude<keyof AcceleratorDraft, "peaks" | "deviceNames">;

const fields: readonly (readonly [name: TextName, label: string])[] = [
  ["name", "Name"],
  ["vendor", "Vendor"],
  ["memoryGb", "Memory, GB"],
  ["memoryKind", "Kind of memory"],
  ["bandwidthGbPerSecond", "Bandwidth, GB/s"],
  ["measuredGbPerSecond", "Bandwidth, measured, GB/s (may be empty)"],
  ["linkKind", "Link to others"],
  ["linkGbPerSecond", "Link, both ways, GB/s (may be empty)"],
  ["source", "Where the numbers are from"],
];

/** A GPU by its numbers: dense peaks only, bandwidth, memory, and where they are from. */
export function AcceleratorFormPanel({ row, onDone, onWritten }: AcceleratorFormProps) {
  const [draft, setDraft] = useState(row === null ? emptyDraft : draftOfAccelerator(row.accelerator));
  const [isTold, setTold] = useState(false);
  const { isBusy, trouble, write } = useWriting(
    (error) => toSentence(error instanceof Error ? error.message : "unknown"),
    onWritten,
  );
  const read = readDraft(draft, row?.accelerator);
  const faults = isTold && read.kind === "faults" ? read.faults : {};
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
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
    <form
      aria-label={row === null ? "New GPU" : `Change ${row.accelerator.name}`}
      className="my-3 max-w-[860px] border-y border-rule py-3"
      onSubmit={(event) => void send(event)}
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-3">
        {fields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={draft[name]}
            trouble={faults[name] ?? null}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
        <Field
          label="Device names, one a line (DCGM's modelName; * stands for anything)"
          className="sm:col-span-3"
        >
          <textarea
            className={`${fieldClasses} h-16`}
            value={draft.deviceNames}
            onChange={(event) => setDraft({ ...draft, deviceNames: event.target.value })}
          />
        </Field>
      </div>
      <fieldset className="pt-3">
        <legend className="pb-1 text-xs text-ink-2">
          Dense peaks, TFLOP/s. A figure “with sparsity” is twice what a dense model can reach: halve it.
        </legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-7">
          {computePrecisions.map((precision) => (
            <TextField
              key={precision}
              label={precision.toUpperCase()}
              value={draft.peaks[precision]}
              trouble={faults[`peak ${precision}`] ?? null}
              onChange={(value) => setDraft({ ...draft, peaks: { ...draft.peaks, [precision]: value } })}
            />
          ))}
        </div>
      </fieldset>
      {trouble !== null && (
        <p role="alert" className="pt-2 text-xs text-bad">
          It was not saved. {trouble}
        </p>
      )}
      <div className="flex gap-2 pt-3">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? "Saving" : "Save"}
        </Button>
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly trouble: string | null;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, trouble, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <Field label={label}>
        <input
          className={`${fieldClasses} min-w-0`}
          value={value}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          {...invalidBy(id, trouble)}
        />
      </Field>
      {trouble !== null && <FieldTrouble id={id}>{trouble}</FieldTrouble>}
    </div>
  );
}
