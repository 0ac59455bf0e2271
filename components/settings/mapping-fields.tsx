"use client";

import { useId } from "react";
import { mappingKinds, type MappedSignal } from "@/lib/model/signal-mapping";
import { signalDefinition } from "@/lib/model/signals";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses, FieldTrouble, invalidBy, type Invalid } from "@/components/ui/field";
import { isShare, type MappingDraft } from "./mapping-drafts";

interface MappingFieldsProps {
  readonly draft: MappingDraft;
  /** Signals that no other line has. */
  readonly free: readonly MappedSignal[];
  readonly trouble: string | null;
  readonly onChange: (change: Partial<MappingDraft>) => void;
  readonly onRemove: () => void;
}

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
          invalid={invalidBy(id, told)}
          onChange={(metric) => onChange({ metric })}
        />
        {isShare(draft) && <TextField name="Share of" value={draft.of} onChange={(of) => onChange({ of })} />}
        <TextField name="Factor" value={draft.scale} width="w-24" onChange={(scale) => onChange({ scale })} />
        <TextField name="Only with labels" value={draft.labels} onChange={(labels) => onChange({ labels })} />
        <Button size="sm" look="ghost" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {told !== null && <FieldTrouble id={id}>{told}</FieldTrouble>}
    </fieldset>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly width?: string;
  readonly invalid?: Invalid;
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
