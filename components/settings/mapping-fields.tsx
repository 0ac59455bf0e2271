"use client";

import { useId } from "react";
import { mappingKinds, type MappedSignal } from "@/lib/model/signal-mapping";
import { signalDefinition } from "@/lib/model/signals";
import { Button } from "@/components/ui/button";
import { isShare, type MappingDraft } from "./mapping-drafts";

interface MappingFieldsProps {
  readonly draft: MappingDraft;
  /** Signals that no other line has. */
  readonly free: readonly MappedSignal[];
  readonly trouble: string | null;
  readonly onChange: (change: Partial<MappingDraft>) => void;
  readonly onRemove: () => void;
}

const control = "rounded-sm border border-rule-strong bg-sheet px-2 py-1 text-sm text-ink";

/** One signal and the metric that answers for it. */
export function MappingFields({ draft, free, trouble, onChange, onRemove }: MappingFieldsProps) {
  const id = useId();
  const { signal, kind } = draft;
  const { title } = signalDefinition(signal);
  const told = draft.metric === "" ? null : trouble;
  return (
    <fieldset className="flex flex-col gap-1 border-b border-rule pb-2">
      <legend className="text-xs font-medium">{title}</legend>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <label className={fieldLabel}>
          Signal
          <select
            className={control}
            value={signal}
            onChange={(event) => {
              const chosen = free.find((each) => each === event.target.value);
              if (chosen !== undefined) onChange({ signal: chosen });
            }}
          >
            {[signal, ...free].map((each) => (
              <option key={each} value={each}>
                {signalDefinition(each).title}
              </option>
            ))}
          </select>
        </label>
        <label className={fieldLabel}>
          Read as
          <select
            className={control}
            value={kind}
            onChange={(event) => {
              const chosen = mappingKinds.find((each) => each === event.target.value);
              if (chosen !== undefined) onChange({ kind: chosen });
            }}
          >
            {mappingKinds.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <TextField
          name="Metric"
          value={draft.metric}
          describedBy={told === null ? undefined : id}
          onChange={(metric) => onChange({ metric })}
        />
        {isShare(draft) && <TextField name="Share of" value={draft.of} onChange={(of) => onChange({ of })} />}
        <TextField name="Factor" value={draft.scale} width="w-24" onChange={(scale) => onChange({ scale })} />
        <TextField name="Only with labels" value={draft.labels} onChange={(labels) => onChange({ labels })} />
        <Button size="sm" look="ghost" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {told !== null && (
        <p id={id} role="alert" className="text-xs text-bad">
          {told}
        </p>
      )}
    </fieldset>
  );
}

const fieldLabel = "flex flex-col gap-1 text-xs text-ink-2";

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly width?: string;
  /** What says that it is wrong. */
  readonly describedBy?: string | undefined;
  readonly onChange: (value: string) => void;
}

function TextField({ name, value, width = "w-56", describedBy, onChange }: TextFieldProps) {
  const invalid =
    describedBy === undefined ? {} : ({ "aria-invalid": true, "aria-describedby": describedBy } as const);
  return (
    <label className={fieldLabel}>
      {name}
      <input
        {...invalid}
        className={`${control} ${width} font-mono`}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
