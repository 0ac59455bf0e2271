"use client";

import { CaptureButton } from "@/components/shared/capture/capture-button";
import type { CaptureTarget } from "@/components/shared/capture/capture-dialog";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { ImportButton } from "./import-button";

interface AddActionsProps {
  /** Why the caller may not add baselines; null if the caller may. */
  readonly refusal: string | null;
  readonly target: CaptureTarget;
}

/** Captures or imports a baseline, or states why the caller may not. */
export function AddBaselineActions({ refusal, target }: AddActionsProps) {
  if (refusal !== null) return <ChangeRefusal text={refusal} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CaptureButton label="Capture baseline" target={target} />
      <ImportButton />
    </div>
  );
}
