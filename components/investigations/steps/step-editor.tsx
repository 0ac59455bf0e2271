"use client";

import { useState } from "react";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { ProgressFacts, Step } from "@/lib/investigations/step";
import { toSentence } from "@/lib/format/sentence";
import { stepDraftPart } from "@/lib/model/investigation/step-ids";
import type { SaveAuthor } from "@/components/shared/forms/use-saved-form";
import { StepForm } from "./step-form";
import { isStepValues } from "./step-schema";
import { useDraftWriters } from "../drafts/use-draft-writers";
import { useIsBrowser } from "@/components/shared/zoned-text";

interface StepEditorProps {
  readonly number: number;
  /** Version of the investigation whose collected values answer fields. */
  readonly version: number;
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Experiments of the round. */
  readonly experiments: ProgressFacts["experiments"];
  readonly lastSave: SaveAuthor | null;
}

/** Reserves about the height of the form, so that the content below does not move when the scripts have loaded. */
function formHeightPx({ fields, checklist }: Step): number {
  const lineCount = fields.filter(({ kind }) => kind === "lines").length;
  return 78 * fields.length + 47 * lineCount + 25 * (checklist.length + 1) + 80;
}

/** Shows the form of a step with the person's draft. Unsaved input survives a change between steps. */
export function StepEditor({ number, version, step, record, experiments, lastSave }: StepEditorProps) {
  const { error, find } = useDraftWriters(number, isStepValues);
  const [restartCount, setRestartCount] = useState(0);
  const isBrowser = useIsBrowser();
  const part = stepDraftPart(record.round, record.step);
  // Input before the scripts run would be lost.
  if (!isBrowser)
    return (
      <p aria-busy className="text-ink-2" style={{ minHeight: formHeightPx(step) }}>
        Loading the form
      </p>
    );
  return (
    <>
      {error !== null && (
        <p role="alert" className="pb-3 text-xs">
          {toSentence(error.message)} The form shows the saved version, without your draft.
        </p>
      )}
      <StepForm
        key={`${part}:${restartCount}`}
        number={number}
        version={version}
        step={step}
        record={record}
        experiments={experiments}
        lastSave={lastSave}
        writer={find(part)}
        onRestart={() => setRestartCount((count) => count + 1)}
      />
    </>
  );
}
