"use client";

import { ArrowLeftRight } from "lucide-react";
import { families } from "@/lib/model/signals/signal-definition";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { familyTitle } from "@/lib/format/family";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses } from "@/components/ui/field";
import { choosePresetPair, pairPresets, type SignalPair } from "./presets";

interface PairPickersProps {
  readonly chosen: SignalPair;
  readonly available: readonly SignalDefinition[];
  readonly onChoose: (chosen: SignalPair) => void;
}

/** Menus for the two signals, and suggested pairs. */
export function PairPickers({ chosen, available, onChoose }: PairPickersProps) {
  const ids = new Set(available.map(({ id }) => id));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <SignalPicker
        name="X axis"
        chosen={chosen.x}
        available={available}
        onChoose={(x) => onChoose({ ...chosen, x })}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Swap X and Y axis"
        title="Swap X and Y axis"
        onClick={() => onChoose({ x: chosen.y, y: chosen.x })}
      >
        <ArrowLeftRight aria-hidden className="size-4" />
      </Button>
      <SignalPicker
        name="Y axis"
        chosen={chosen.y}
        available={available}
        onChoose={(y) => onChoose({ ...chosen, y })}
      />
      <ul aria-label="Suggested pairs" className="flex flex-wrap gap-2">
        {pairPresets.map((preset) => {
          const pair = choosePresetPair(preset, ids);
          const isChosen = pair !== null && pair.x === chosen.x && pair.y === chosen.y;
          return (
            <li key={preset.id}>
              <Button
                variant={isChosen ? "selected" : "outline"}
                aria-pressed={isChosen}
                disabled={pair === null}
                title={pair === null ? "This deployment does not have both signals" : undefined}
                onClick={() => pair !== null && onChoose(pair)}
              >
                {preset.title}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface SignalPickerProps {
  readonly name: string;
  readonly chosen: SignalId;
  readonly available: readonly SignalDefinition[];
  readonly onChoose: (signal: SignalId) => void;
}

function SignalPicker({ name, chosen, available, onChoose }: SignalPickerProps) {
  // A signal from the link stays selected even if the deployment lacks it. The chart then explains why it is empty.
  const listed = available.some(({ id }) => id === chosen)
    ? available
    : [...available, signalDefinition(chosen)];
  return (
    <Field label={name}>
      <select
        className={cn(fieldClasses, "w-60 max-w-full")}
        value={chosen}
        onChange={(event) => {
          const signal = listed.find(({ id }) => id === event.target.value);
          if (signal !== undefined) onChoose(signal.id);
        }}
      >
        {families
          .filter((family) => listed.some((signal) => signal.family === family))
          .map((family) => (
            <optgroup key={family} label={familyTitle(family)}>
              {listed
                .filter((signal) => signal.family === family)
                .map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
            </optgroup>
          ))}
      </select>
    </Field>
  );
}
