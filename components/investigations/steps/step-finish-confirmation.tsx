"use client";

import { useEffect, useRef } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import type { MissingPart } from "@/lib/investigations/progress";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";

interface FinishQuestionProps {
  readonly step: StepId;
  readonly missing: readonly MissingPart[];
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Question before a step is finished without its missing parts, which the timeline then lists. */
export function StepFinishConfirmation({
  step,
  missing,
  isPending,
  onConfirm,
  onCancel,
}: FinishQuestionProps) {
  const number = stepNumber(step);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className="max-w-[520px] outline-none">
      <InlineConfirmation
        label={`Confirm to finish step ${number}`}
        action={`Finish step ${number} without ${missing.length === 1 ? "this part" : "these parts"}`}
        isPending={isPending}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        {countWithNoun(missing.length, "part is", "parts are")} missing:{" "}
        {missing.map(({ name }) => name).join(", ")}. The timeline records what is missing.
      </InlineConfirmation>
    </div>
  );
}
