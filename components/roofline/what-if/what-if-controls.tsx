"use client";

import type { KnownBaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import { leverNames, type LeverName } from "@/lib/model/roofline/what-if-levers";
import { leverControls } from "./levers/levers";
import type { WhatIfController } from "./use-what-if";

interface ControlsProps {
  readonly whatIf: WhatIfController;
  readonly base: KnownBaseScenario;
}

/** Renders the controls of all levers with their current values. */
export function WhatIfControls({ whatIf, base }: ControlsProps) {
  const { acceleratorsError } = whatIf;
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-xs">
      {leverNames.map((name) => (
        <LeverControl key={name} name={name} whatIf={whatIf} base={base} />
      ))}
      {acceleratorsError !== null && (
        <p role="alert" className="col-span-2 text-ink-2">
          The list of GPUs could not be loaded: {acceleratorsError}.
        </p>
      )}
    </div>
  );
}

function LeverControl({ name, whatIf, base }: ControlsProps & { readonly name: LeverName }) {
  const Control = leverControls[name];
  return (
    <Control
      value={whatIf.state[name]}
      onChange={(value) => whatIf.change({ [name]: value })}
      scenario={base.scenario}
      accelerators={whatIf.accelerators}
    />
  );
}
