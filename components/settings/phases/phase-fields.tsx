"use client";

import { phaseRuleLimits, assignablePhases } from "@/lib/model/traces/phase-rule";
import { phaseTitle } from "@/lib/format/phase";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { OrderButtons } from "@/components/settings/order-buttons";
import type { PhaseRuleDrafts } from "./phase-drafts";

interface PhaseFieldsProps {
  readonly form: FormConnection<PhaseRuleDrafts>;
  readonly index: number;
  readonly count: number;
  /** Number of matching spans in recent requests, or the next step of the user. Null for an invalid rule. */
  readonly status: string | null;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Form row for one rule: matching spans and their phase. */
export function PhaseFields({ form, index, count, status, onMove, onRemove }: PhaseFieldsProps) {
  const name = `rule ${index + 1}`;
  const row = `phases.${index}` as const;
  const text = {
    form,
    className: "w-60 font-mono",
    spellCheck: false,
    maxLength: phaseRuleLimits.maxTextLength,
    deps: row,
  };
  return (
    <fieldset className="border-b border-rule pb-2">
      <legend className="sr-only">Rule {index + 1}</legend>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <TextField {...text} name={`${row}.operation`} label="Operation" placeholder="*tokenize*" />
        <TextField {...text} name={`${row}.attribute`} label="Attribute" placeholder="name or name=value" />
        <ChoiceField
          form={form}
          name={`${row}.phase`}
          label="Phase"
          options={assignablePhases.map((each) => [each, phaseTitle(each)])}
        />
        <OrderButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {status !== null && <p className="tnum pt-1 text-xs text-ink-2">{status}</p>}
    </fieldset>
  );
}
