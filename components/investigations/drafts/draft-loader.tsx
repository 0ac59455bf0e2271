"use client";

import type { ReactNode } from "react";
import { toSentence } from "@/lib/format/sentence";
import { useIsBrowser } from "@/components/shared/zoned-text";
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

/** Reads the draft of a form. The form opens at once, so that no key press is lost, and receives its draft later. */
export function DraftLoader<Values>({ number, part, isValues, children }: DraftLoaderProps<Values>) {
  const { error, find } = useDraftWriters(number, isValues);
  // Input before the scripts run would be lost.
  if (!useIsBrowser())
    return (
      <p aria-busy className="min-h-24 text-xs text-ink-2">
        Loading the form
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
