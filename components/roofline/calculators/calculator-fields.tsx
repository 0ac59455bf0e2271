"use client";

import { useId, useState } from "react";
import { calculatorParsers } from "@/lib/client/roofline/calculator-url";
import type { CalculatorInputName, CalculatorState } from "@/lib/model/roofline/calculator-input";
import { calculatorInputLabel, multiplicationText } from "@/lib/sentences/roofline/calculators/input-text";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";
import { precisionTitle } from "@/lib/format/precision-names";

type Options = readonly (readonly [value: string, text: string])[];

interface CalculatorFieldsProps {
  readonly state: CalculatorState;
  readonly onChange: (part: Partial<CalculatorState>) => void;
  readonly models: Options;
  readonly accelerators: Options;
}

/** Renders the inputs of the open calculator. */
export function CalculatorFields({ state, onChange, models, accelerators }: CalculatorFieldsProps) {
  const { calc } = state;
  const hasModel = calc !== "matmul";
  const hasWeights = calc !== "kv-cache";
  const hasCache = calc === "kv-cache" || calc === "break-even" || calc === "step";
  const label = (name: CalculatorInputName) => calculatorInputLabel(name, calc);
  const number = (name: NumberName, hint = "") => (
    <NumberField
      key={`${name} ${state[name]}`}
      name={name}
      label={`${label(name)}${hint}`}
      state={state}
      onChange={onChange}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {hasModel && (
        <Choice
          label={label("model")}
          value={state.model}
          options={withCurrent(models, state.model)}
          onChoose={(model) => onChange({ model })}
        />
      )}
      {calc === "matmul" && [number("rows"), number("in"), number("out")]}
      {hasWeights && (
        <Choice
          label={label("w")}
          value={state.w}
          options={weightFormatNames.map((format) => [format, precisionTitle(format)])}
          onChoose={(w) => onChange({ w })}
        />
      )}
      {hasWeights && calc !== "weights" && (
        <Choice
          label={label("act")}
          value={state.act}
          options={activationOptions(state)}
          onChoose={(act) => onChange({ act })}
        />
      )}
      {hasCache && (
        <Choice
          label={label("kv")}
          value={state.kv}
          options={kvFormatNames.map((format) => [format, precisionTitle(format)])}
          onChoose={(kv) => onChange({ kv })}
        />
      )}
      {hasCache && number("ctx")}
      {calc === "kv-cache" && [number("seq"), number("pool", " (0 = none)")]}
      {calc === "step" && [number("seq"), number("tp"), number("claim", " (0 = none)")]}
      {(calc === "matmul" || calc === "break-even" || calc === "step") && (
        <Choice
          label={label("gpu")}
          value={state.gpu}
          options={withCurrent(accelerators, state.gpu)}
          onChoose={(gpu) => onChange({ gpu })}
        />
      )}
    </div>
  );
}

/** Returns the formats in which the weights can be multiplied. Only weights of 8 bits have two. */
function activationOptions({ w, act }: CalculatorState) {
  const [automatic, wide] = [multiplicationText(w, "auto"), multiplicationText(w, "a16")];
  return automatic === wide
    ? ([[act, automatic]] as const)
    : ([
        ["auto", automatic],
        ["a16", wide],
      ] as const);
}

/** Returns the options with the value of the link, which the tables may not contain. */
function withCurrent(options: Options, current: string): Options {
  return options.some(([id]) => id === current) ? options : [[current, current], ...options];
}

type NumberName = "rows" | "in" | "out" | "ctx" | "seq" | "pool" | "tp" | "claim";

interface NumberFieldProps {
  readonly name: NumberName;
  readonly label: string;
  readonly state: CalculatorState;
  readonly onChange: (part: Partial<CalculatorState>) => void;
}

/** Applies a valid number on Enter or when the field loses focus. */
function NumberField({ name, label, state, onChange }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(state[name]));
  const [isWrong, setWrong] = useState(false);
  const error = isWrong
    ? name === "pool" || name === "claim"
      ? "must be a number, 0 or more"
      : "must be an integer of at least 1"
    : null;
  const read = (given: string): void => {
    setText(given);
    const value = calculatorParsers[name].parse(given.trim());
    setWrong(value === null);
  };
  const apply = (): void => {
    const value = calculatorParsers[name].parse(text.trim());
    if (value !== null) onChange({ [name]: value });
  };
  return (
    <div>
      <Field label={label}>
        <input
          className={`${fieldClasses} w-28`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => read(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === "Enter") apply();
          }}
          {...invalidAttributes(id, error)}
        />
      </Field>
      {error !== null && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
