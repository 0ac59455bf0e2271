"use client";

import { mappingKinds, type MappedSignal } from "@/lib/model/signals/signal-mapping";
import { signalDefinition } from "@/lib/model/signals/signals";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { requiresTotalMetric, type MappingDraft, type MappingDrafts } from "./mapping-drafts";

interface MappingFieldsProps {
  readonly form: FormConnection<MappingDrafts>;
  readonly index: number;
  readonly draft: MappingDraft;
  /** Signals without a mapping. */
  readonly unmappedSignals: readonly MappedSignal[];
  readonly onRemove: () => void;
}

/** Form row for one signal and the metric that provides it. */
export function MappingFields({ form, index, draft, unmappedSignals, onRemove }: MappingFieldsProps) {
  const row = `mappings.${index}` as const;
  const { title } = signalDefinition(draft.signal);
  // The errors of a row are shown next to its metric, and depend on the other rows.
  const field = { form, spellCheck: false, deps: "mappings" as const };
  const text = { ...field, className: "w-56 font-mono" };
  return (
    <fieldset className="flex flex-col gap-1 border-b border-rule pb-2">
      <legend className="text-xs font-medium">{title}</legend>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <ChoiceField
          {...field}
          name={`${row}.signal`}
          label="Signal"
          options={[draft.signal, ...unmappedSignals].map((each) => [each, signalDefinition(each).title])}
        />
        <ChoiceField
          {...field}
          name={`${row}.kind`}
          label="Metric type"
          options={mappingKinds.map((each) => [each, each])}
        />
        <TextField {...text} name={`${row}.metric`} label="Metric" />
        {requiresTotalMetric(draft) && (
          <TextField {...text} name={`${row}.totalMetric`} label="Total metric" />
        )}
        <TextField {...field} name={`${row}.scale`} label="Factor" className="w-24 font-mono" />
        <TextField {...text} name={`${row}.labels`} label="Label filter" />
        <Button size="sm" variant="ghost" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
