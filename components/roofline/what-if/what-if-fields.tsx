"use client";

/** Controls of one input with its name and current value. */
import { useId, type ReactNode } from "react";
import { formatCount, formatNumber } from "@/lib/format/number";
import { fieldClasses } from "@/components/ui/field";
import { cn } from "@/components/ui/cn";
import { sliderStepCount, toSliderStep, toSliderValue } from "./slider-steps";

interface OptionPickerProps {
  readonly name: string;
  /** Null if there is no current value to return to. */
  readonly currentText: string | null;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onPick: (value: string | null) => void;
}

/** Menu of a lever. The first option keeps the current value. */
export function OptionPicker({ name, currentText, value, options, onPick }: OptionPickerProps) {
  const isListed = value === null || options.some(([each]) => each === value);
  return (
    <Row name={name}>
      {(id) => (
        <select
          id={id}
          className={cn(fieldClasses, "h-6 w-full max-w-60 text-xs", value !== null && "border-accent")}
          value={value ?? ""}
          onChange={(event) => onPick(event.target.value === "" ? null : event.target.value)}
        >
          {currentText !== null && <option value="">current: {currentText}</option>}
          {!isListed && <option value={value}>{value}</option>}
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

interface SliderProps {
  readonly name: string;
  readonly currentValue: number;
  readonly value: number | null;
  readonly bounds: readonly [least: number, most: number];
  readonly onSlide: (value: number) => void;
}

/** Logarithmic slider of a lever, with its value as text. */
export function Slider({ name, currentValue, value, bounds: [min, max], onSlide }: SliderProps) {
  const sliderValue = value ?? currentValue;
  const valueText =
    value === null
      ? `${formatNumber(currentValue)} (current)`
      : `${formatCount(value)} (now ${formatNumber(currentValue)})`;
  return (
    <Row name={name}>
      {(id) => (
        <span className="flex items-center gap-3">
          <input
            id={id}
            type="range"
            className="w-40 min-w-0 accent-accent"
            min={0}
            max={sliderStepCount}
            value={toSliderStep(sliderValue, min, max)}
            aria-valuetext={valueText}
            onChange={(event) => onSlide(toSliderValue(Number(event.target.value), min, max))}
          />
          <span aria-hidden className="tnum shrink-0 whitespace-nowrap">
            {valueText}
          </span>
        </span>
      )}
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  readonly children: (id: string) => ReactNode;
}

function Row({ name, children }: RowProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="flex min-h-6 items-center text-ink-2">
        {name}
      </label>
      {children(id)}
    </>
  );
}
