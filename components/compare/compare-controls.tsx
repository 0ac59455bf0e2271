"use client";

import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import type { CompareState } from "@/lib/client/compare-url";
import { distributionStatistics, statisticTitles } from "@/lib/model/comparison/compared-statistic";
import { declaredFactorFormatHint, parseRequestedFactor } from "@/lib/model/comparison/declared-factor";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Field, FieldError, fieldClasses, invalidAttributes } from "@/components/ui/field";
import { SidePicker } from "./side-picker";

interface CompareControlsProps {
  readonly state: CompareState;
  readonly onChange: (change: Partial<CompareState>) => void;
}

/** Selects the two compared windows, the statistic of latencies, and the factor that may differ. */
export function CompareControls({ state, onChange }: CompareControlsProps) {
  const { before, after, statistic, strict } = state;
  return (
    <search
      aria-label="Compared sides"
      className="flex flex-col gap-3 border-t border-rule py-3 print:hidden"
    >
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <SidePicker name="Before" side={before} onChange={(side) => onChange({ before: side })} />
        <Button
          aria-label="Swap sides"
          title="Swap sides"
          disabled={before === null || after === null}
          onClick={() => onChange({ before: after, after: before })}
        >
          <ArrowLeftRight aria-hidden className="size-3.5" />
        </Button>
        <SidePicker name="After" side={after} onChange={(side) => onChange({ after: side })} />
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <Choice
          label="Latency statistic"
          value={statistic}
          options={distributionStatistics.map((one) => [one, statisticTitles[one]] as const)}
          onChoose={(one) => onChange({ statistic: one })}
        />
        <FactorField factor={state.factor} onChange={(factor) => onChange({ factor })} />
        <label className="flex h-7 items-center gap-2 self-end text-sm">
          <input
            type="checkbox"
            checked={strict}
            onChange={({ target }) => onChange({ strict: target.checked })}
          />
          Strict: no verdict if a version, flag or hardware property is known on one side only
        </label>
      </div>
    </search>
  );
}

interface FactorFieldProps {
  readonly factor: string | null;
  readonly onChange: (factor: string | null) => void;
}

const errorId = "factor-error";

/** The declared difference. It applies on Enter or when the field loses the focus. */
function FactorField({ factor, onChange }: FactorFieldProps) {
  const [text, setText] = useState(factor ?? "");
  const trimmed = text.trim();
  const isValid = trimmed === "" || parseRequestedFactor(trimmed) !== undefined;
  const error = isValid ? null : `The factor ${declaredFactorFormatHint}.`;
  const apply = (): void => {
    if (isValid && trimmed !== (factor ?? "")) onChange(trimmed === "" ? null : trimmed);
  };
  return (
    <form
      className="flex max-w-full flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label="Intended difference (declared factor): configuration path, or path:old-value:new-value">
        <input
          className={`${fieldClasses} w-80 max-w-full`}
          maxLength={1_000}
          placeholder="engine.flags.max_num_seqs"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={apply}
          {...invalidAttributes(errorId, error)}
        />
      </Field>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </form>
  );
}
