"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { calculatorPresets, type CalculatorPreset } from "@/lib/analysis/roofline/calculators/presets";
import { acceleratorsQuery, modelsQuery } from "@/lib/client/queries/roofline-tables";
import { findInvalidCalculatorInputs, useCalculatorState } from "@/lib/client/roofline/calculator-url";
import { formatNumber } from "@/lib/format/number";
import { calculators, type Calculator, type CalculatorState } from "@/lib/model/roofline/calculator-input";
import { calculateResult } from "@/lib/sentences/roofline/calculators/calculate";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PageError } from "../page-error";
import { RooflineTabs } from "../roofline-tabs";
import { CalculatorFields } from "./calculator-fields";
import { createCalculatorSubject } from "../evidence/calculator-subject";
import { calculatorTitles } from "@/lib/sentences/roofline/calculators/calculator-titles";
import { calculatorLink, findMatchingPreset, presetToState } from "./preset-link";
import { ResultTable } from "./result-table";

/** Renders five roofline calculators with worked examples. The inputs are part of the URL. */
export function CalculatorsPage() {
  const [state, setState] = useCalculatorState();
  const models = useQuery(modelsQuery);
  const accelerators = useQuery(acceleratorsQuery);
  const accelerator = accelerators.data?.accelerators.find(
    (row) => row.accelerator.id === state.gpu,
  )?.accelerator;
  const model = models.data?.models.find((row) => row.architecture.id === state.model);
  const result = calculateResult(state, {
    accelerator: accelerator ?? null,
    model: model === undefined ? null : { architecture: model.architecture, formats: model.plan },
  });
  const error = models.error ?? accelerators.error;
  const isLoading = models.data === undefined || accelerators.data === undefined;
  const change = (part: Partial<CalculatorState>): void => void setState(part);
  return (
    <>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <span className="font-semibold text-ink">{calculatorTitles[state.calc]}:</span>{" "}
        {result?.sentence ?? (isLoading ? "Loading the tables" : "no result for these inputs")}
      </h1>
      <RooflineTabs />
      {error !== null && (
        <PageError
          detail={error.message}
          hasOlderData={!isLoading}
          onRetry={() => {
            void models.refetch();
            void accelerators.refetch();
          }}
        />
      )}
      <UnusableInputs />
      <div
        className={cn(
          "grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_340px]",
          // The result above has several lines. The content below must not move when the tables arrive.
          isLoading && error === null && "invisible",
        )}
      >
        <section aria-label={calculatorTitles[state.calc]} className="min-w-0">
          <CalculatorTabs state={state} hasResult={result !== null} onChoose={(calc) => change({ calc })} />
          <CalculatorFields
            state={state}
            onChange={change}
            models={(models.data?.models ?? []).map(({ architecture: { id, name } }) => [id, name])}
            accelerators={(accelerators.data?.accelerators ?? []).map(({ accelerator: { id, name } }) => [
              id,
              name,
            ])}
          />
          {result === null ? (
            <NoResult isLoading={isLoading} state={state} />
          ) : (
            <ResultTable result={result} />
          )}
        </section>
        <Examples state={state} onChoose={change} />
      </div>
    </>
  );
}

interface CalculatorTabsProps {
  readonly state: CalculatorState;
  readonly hasResult: boolean;
  readonly onChoose: (calc: Calculator) => void;
}

function CalculatorTabs({ state, hasResult, onChoose }: CalculatorTabsProps) {
  const chosen = state.calc;
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  return (
    <div role="group" aria-label="Calculator" className="flex flex-wrap gap-1 pb-4">
      {calculators.map((calc) => (
        <Button
          key={calc}
          variant={calc === chosen ? "selected" : "ghost"}
          aria-pressed={calc === chosen}
          onClick={() => onChoose(calc)}
        >
          {calculatorTitles[calc]}
        </Button>
      ))}
      <span className="ml-auto flex flex-wrap items-center gap-1">
        {hasResult && <KeepAsEvidenceButton createSubject={() => createCalculatorSubject(state)} />}
        <CopyButton text={`${origin}${calculatorLink(state)}`} label="Copy link" />
      </span>
    </div>
  );
}

function NoResult({ isLoading, state }: { readonly isLoading: boolean; readonly state: CalculatorState }) {
  if (isLoading)
    return (
      <p aria-busy className="pt-4 text-ink-2">
        Loading the tables of models and accelerators
      </p>
    );
  return (
    <p role="alert" className="max-w-xl pt-4 text-ink-2">
      There is no result. Either the tables do not contain <code className="font-mono">{state.model}</code> or{" "}
      <code className="font-mono">{state.gpu}</code>, or this GPU has no units for the number format. Select
      other values above.
    </p>
  );
}

interface ExamplesProps {
  readonly state: CalculatorState;
  readonly onChoose: (part: Partial<CalculatorState>) => void;
}

/** Renders the worked examples with their source and its corrections. */
function Examples({ state, onChoose }: ExamplesProps) {
  const chosen = findMatchingPreset(state, calculatorPresets);
  return (
    <section aria-label="Worked examples">
      <h2 className="pb-2 font-semibold">Worked examples</h2>
      <ul className="flex flex-col">
        {calculatorPresets.map((preset) => (
          <li key={preset.id} className="border-t border-rule py-1.5">
            <button
              type="button"
              className="text-left text-accent hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
              aria-pressed={preset === chosen}
              onClick={() => onChoose(presetToState(preset.input))}
            >
              {preset.title}
            </button>
            {preset === chosen && <PresetDetails preset={preset} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PresetDetails({
  preset: { source, sourceValue, correction },
}: {
  readonly preset: CalculatorPreset;
}) {
  return (
    <div className="pt-1 text-xs text-ink-2">
      <p>
        {source}
        {sourceValue !== undefined &&
          `. The publication states ${formatNumber(sourceValue.value)} (${quantities[sourceValue.quantity]})`}
        .
      </p>
      {correction !== undefined && <p className="text-ink">{correction}</p>}
    </div>
  );
}

const quantities = {
  intensityFlopPerByte: "FLOP/B",
  bytes: "bytes",
  bytesPerToken: "bytes per token",
  maxSequences: "sequences",
  storedBytes: "bytes stored",
  readBytes: "bytes read",
  batch: "batch",
  rows: "rows",
} as const;

function UnusableInputs() {
  const search = useSearchParams();
  const names = findInvalidCalculatorInputs(new URLSearchParams(search.toString()));
  if (names.length === 0) return null;
  return (
    <p role="alert" className="pb-2 text-xs text-ink-2">
      Some inputs of this link are invalid and were replaced by defaults:{" "}
      <code className="font-mono">{names.join(", ")}</code>.
    </p>
  );
}
