"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { ProgressFacts, Step } from "@/lib/investigations/step";
import { toSentence } from "@/lib/format/sentence";
import { stepDraftPart } from "@/lib/model/investigation/step-ids";
import type { FormDraft } from "@/components/shared/forms/use-saved-form";
import { StepForm } from "./step-form";
import type { StepValues } from "./step-schema";
import { findDraft } from "./use-step-draft";
import { draftsQuery } from "../investigation-requests";

interface StepEditorProps {
  readonly number: number;
  readonly step: Step;
  readonly record: StepRecordEntry;
  /** Experiments of the round. */
  readonly experiments: ProgressFacts["experiments"];
}

/** Reserves about the height of the form, so that the content below does not move when the draft has arrived. */
function formHeightPx({ fields, checklist }: Step): number {
  const lineCount = fields.filter(({ kind }) => kind === "lines").length;
  return 78 * fields.length + 47 * lineCount + 25 * (checklist.length + 1) + 80;
}

/** Null for an input that was saved or discarded, so that the draft on the server is outdated. */
type LocalDrafts = ReadonlyMap<string, FormDraft<StepValues> | null>;

/** Shows the form of a step with the person's draft. Unsaved input survives a change between steps. */
export function StepEditor({ number, step, record, experiments }: StepEditorProps) {
  const { data, error, isFetching } = useQuery(draftsQuery(number));
  const [local, setLocal] = useState<LocalDrafts>(new Map());
  const [restarts, setRestarts] = useState(0);
  const part = stepDraftPart(record.round, record.step);
  const store = (name: string, draft: FormDraft<StepValues> | null): void =>
    setLocal((before) => new Map([...before, [name, draft]]));
  // The draft is needed before the form opens, but not again later.
  if (data === undefined && error === null && isFetching)
    return (
      <p aria-busy className="text-ink-2" style={{ minHeight: formHeightPx(step) }}>
        Loading your draft
      </p>
    );
  const known = local.get(part);
  const draft = known === undefined ? findDraft(data, part) : (known ?? undefined);
  return (
    <>
      {error !== null && (
        <p role="alert" className="pb-3 text-xs">
          {toSentence(error.message)} The form shows the saved version, without your draft.
        </p>
      )}
      <StepForm
        key={`${part}:${restarts}`}
        number={number}
        step={step}
        record={record}
        experiments={experiments}
        draft={draft}
        part={part}
        onClose={(input) => store(part, input)}
        onRestart={() => {
          store(part, null);
          setRestarts(restarts + 1);
        }}
      />
    </>
  );
}
