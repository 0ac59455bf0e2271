"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { MissingPart } from "@/lib/investigations/progress";
import type { StepAction } from "@/lib/model/investigation/step-change";
import { stepIds, stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { StepFinishConfirmation } from "./step-finish-confirmation";
import { StepMoveForm } from "./step-move-form";
import { StepSkipForm } from "./step-skip-form";
import { changeStepState, goToStep, investigationKey } from "../investigation-requests";

interface StepChange {
  readonly action: StepAction;
  readonly reason?: string;
  readonly acceptsMissing?: boolean;
}

interface StepActionsProps {
  readonly number: number;
  readonly record: StepRecordEntry;
  /** Parts that the saved version of the step lacks. */
  readonly missing: readonly MissingPart[];
  /** The step at which the investigation is. */
  readonly position: StepId;
  readonly onShow: (step: StepId) => void;
}

/** Finishes, skips or reopens a step, and moves the investigation to it. */
export function StepActions({ number, record, missing, position, onShow }: StepActionsProps) {
  const [opened, setOpened] = useState<"finish" | "skip" | "move" | null>(null);
  const queries = useQueryClient();
  const { step, round } = record;
  const next = stepIds[stepNumber(step)];
  const change = useMutation({
    mutationFn: async ({ action, ...change }: StepChange) => {
      await changeStepState(number, step, { round, action, ...change });
      if (action === "reopen" || step !== position || next === undefined) return;
      await goToStep(number, { from: step, step: next, reason: null });
      onShow(next);
    },
    onSuccess: () => setOpened(null),
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
  const isBack = stepNumber(step) < stepNumber(position);
  const goOn = step === position && next !== undefined ? ` and go on to step ${stepNumber(next)}` : "";
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {record.state === "open" ? (
          <>
            <Button
              disabled={change.isPending}
              onClick={() =>
                missing.length === 0 ? change.mutate({ action: "finish" }) : setOpened("finish")
              }
            >
              Finish{goOn}
            </Button>
            <Button variant="ghost" onClick={() => setOpened("skip")}>
              Skip with a reason
            </Button>
          </>
        ) : (
          <Button disabled={change.isPending} onClick={() => change.mutate({ action: "reopen" })}>
            Reopen step {stepNumber(step)}
          </Button>
        )}
        {step !== position && (
          <Button onClick={() => setOpened("move")}>
            {isBack ? "Go back to" : "Continue with"} step {stepNumber(step)}
          </Button>
        )}
      </div>
      <WriteError error={change.error} title="The step was not changed." className="pt-2" />
      {opened === "finish" && (
        <StepFinishConfirmation
          step={step}
          missing={missing}
          isPending={change.isPending}
          onConfirm={() => change.mutate({ action: "finish", acceptsMissing: true })}
          onCancel={() => setOpened(null)}
        />
      )}
      {opened === "skip" && (
        <StepSkipForm
          step={step}
          save={(reason) => change.mutateAsync({ action: "skip", reason })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === "move" && (
        <StepMoveForm number={number} from={position} to={step} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
