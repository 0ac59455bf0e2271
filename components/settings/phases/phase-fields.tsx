"use client";

import { useId } from "react";
import { phaseRuleLimits, ruledPhases } from "@/lib/model/traces/phase-rule";
import { phaseTitle } from "@/lib/format/phase";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";
import { OrderButtons } from "@/components/settings/order-buttons";
import type { PhaseDraft } from "./phase-drafts";

interface PhaseFieldsProps {
  readonly draft: PhaseDraft;
  readonly index: number;
  readonly count: number;
  readonly error: string | null;
  /** Number of matching spans in recent requests. Null while unknown. */
  readonly found: string | null;
  readonly onChange: (change: Partial<PhaseDraft>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Form row for one rule: matching spans and their phase. */
export function PhaseFields({
  draft,
  index,
  count,
  error,
  found,
  onChange,
  onMove,
  onRemove,
}: PhaseFieldsProps) {
  const id = useId();
  const isEmpty = draft.operation === "" && draft.attribute === "";
  const describedBy = isEmpty ? null : error;
  const text = {
    ...invalidAttributes(id, describedBy),
    className: cn(fieldClasses, "w-60 font-mono"),
    spellCheck: false,
    autoComplete: "off",
    maxLength: phaseRuleLimits.text,
  };
  const name = `rule ${index + 1}`;
  return (
    <fieldset className="border-b border-rule pb-2">
      <legend className="sr-only">Rule {index + 1}</legend>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <Field label="Operation">
          <input
            {...text}
            value={draft.operation}
            placeholder="*tokenize*"
            onChange={(event) => onChange({ operation: event.target.value })}
          />
        </Field>
        <Field label="and attribute">
          <input
            {...text}
            value={draft.attribute}
            placeholder="name or name=value"
            onChange={(event) => onChange({ attribute: event.target.value })}
          />
        </Field>
        <Choice
          label="is phase"
          value={draft.phase}
          options={ruledPhases.map((each) => [each, phaseTitle(each)])}
          onChoose={(phase) => onChange({ phase })}
        />
        <OrderButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {describedBy === null ? (
        <p className="tnum pt-1 text-xs text-ink-2">
          {isEmpty ? "Enter an operation, an attribute, or both." : (found ?? "Loading")}
        </p>
      ) : (
        <FieldError id={id} className="pt-1">
          {describedBy}
        </FieldError>
      )}
    </fieldset>
  );
}
