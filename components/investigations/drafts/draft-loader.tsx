"use client";

import type { ReactNode } from "react";
import { toSentence } from "@/lib/format/sentence";
import type { DraftWriter } from "./draft-writer";
import { useDraftWriters } from "./use-draft-writers";

interface DraftLoaderProps<Values> {
  readonly number: number;
  /** Part of the investigation to which the draft belongs. */
  readonly part: string;
  readonly isValues: (values: unknown) => values is Values;
  /** Renders the form. */
  readonly children: (writer: DraftWriter<Values>) => ReactNode;
}

/** Reads the draft of a form before the form opens. */
export function DraftLoader<Values>({ number, part, isValues, children }: DraftLoaderProps<Values>) {
  const { isLoading, error, find } = useDraftWriters(number, isValues);
  if (isLoading)
    return (
      <p aria-busy className="min-h-24 text-xs text-ink-2">
        Loading your draft
      </p>
    );
  return (
    <>
      {error !== null && (
        <p role="alert" className="pb-2 text-xs">
          {toSentence(error.message)} The form is shown without your draft.
        </p>
      )}
      {children(find(part))}
    </>
  );
}
