"use client";

import { useId } from "react";
import { mappingKinds, type MappedSignal } from "@/lib/model/signals/signal-mapping";
import { signalDefinition } from "@/lib/model/signals/signals";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import {
  Field,
  fieldClasses,
  FieldError,
  invalidAttributes,
  type InvalidAttributes,
} from "@/components/ui/field";
import { isShare, type MappingDraft } from "./mapping-drafts";

interface MappingFieldsProps {
  readonly draft: MappingDraft;
  /** Signals without a mapping. */
  readonly free: readonly MappedSignal[];
  readonly error: string | null;
  readonly onChange: (change: Partial<MappingDraft>) => void;
  readonly onRemove: () => void;
}

/** Form row for one signal and the metric that provides it. */
export function MappingFields({ draft, free, error, onChange, onRemove }: MappingFieldsProps) {
  const id = useId();
  const { signal, kind } = draft;
  const { title } = signalDefinition(signal);
  const describedBy = draft.metric === "" ? null : error;
  return (
    <fieldset className="flex flex-col gap-1 border-b border-rule pb-2">
      <legend className="text-xs font-medium">{title}</legend>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <Choice
          label="Signal"
          value={signal}
          options={[signal, ...free].map((each) => [each, signalDefinition(each).title])}
          onChoose={(chosen) => onChange({ signal: chosen })}
        />
        <Choice
          label="Read as"
          value={kind}
          options={mappingKinds.map((each) => [each, each])}
          onChoose={(chosen) => onChange({ kind: chosen })}
        />
        <TextField
          name="Metric"
          value={draft.metric}
          invalid={invalidAttributes(id, describedBy)}
          onChange={(metric) => onChange({ metric })}
        />
        {isShare(draft) && (
          <TextField name="Total metric" value={draft.of} onChange={(of) => onChange({ of })} />
        )}
        <TextField name="Factor" value={draft.scale} width="w-24" onChange={(scale) => onChange({ scale })} />
        <TextField name="Label filter" value={draft.labels} onChange={(labels) => onChange({ labels })} />
        <Button size="sm" variant="ghost" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {describedBy !== null && <FieldError id={id}>{describedBy}</FieldError>}
    </fieldset>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly width?: string;
  readonly invalid?: InvalidAttributes;
  readonly onChange: (value: string) => void;
}

function TextField({ name, value, width = "w-56", invalid, onChange }: TextFieldProps) {
  return (
    <Field label={name}>
      <input
        {...invalid}
        className={cn(fieldClasses, width, "font-mono")}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
