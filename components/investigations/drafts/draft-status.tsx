"use client";

import { formatFieldValue } from "@/components/shared/forms/compare-values";
import { withoutRepetitions } from "@/components/shared/forms/without-repetitions";
import type { FieldLabel } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/model/problem";
import type { Draft, DraftOrigin, DraftState } from "./use-draft";

const storedTexts: Readonly<Record<DraftOrigin, string>> = {
  "this-page": "Your draft is stored.",
  merged: "Your draft is stored. It contains your input from another visit, tab or device.",
  "other-page": "This draft is from another visit, tab or device of yours.",
};

const leavingAdvice = "Save your input before you leave the page.";

const stateTexts: Readonly<Record<Exclude<DraftState, "stored" | "refused">, string>> = {
  reading: "Loading your draft.",
  none: "",
  storing: "Storing your draft.",
  removing: "Discarding your draft.",
  "not-removed": "Your draft could not be discarded. Try again.",
  failed: `Your draft could not be stored. Ridgepoint tries again. ${leavingAdvice}`,
  collision: "",
};

interface DraftStatusProps {
  readonly draft: Draft;
  readonly labels: ReadonlyMap<string, FieldLabel>;
  /** Label of the button that saves the form. */
  readonly saveLabel: string;
}

/** States whether the draft is stored, and offers the choice between the drafts of two pages. */
export function DraftStatus({ draft, labels, saveLabel }: DraftStatusProps) {
  const { state, collisions, resolveCollision } = draft;
  return (
    <>
      <p role="status" className="min-h-4 text-2xs text-ink-2">
        {describeState(draft, saveLabel)}
      </p>
      {state === "collision" && (
        <section role="alert" className="flex flex-col gap-2 text-xs">
          <p>
            <span className="font-semibold text-bad">Your draft is not stored.</span> A draft from another
            visit, tab or device of yours has different input:
          </p>
          <ul className="flex flex-col gap-1">
            {collisions.map(({ name, other }) => {
              const { label, formatValue } = labels.get(name) ?? {
                label: name,
                formatValue: formatFieldValue,
              };
              return (
                <li key={name}>
                  <span className="text-ink-2">{label}</span>
                  <p className="whitespace-pre-wrap wrap-anywhere">{formatValue(other, {})}</p>
                </li>
              );
            })}
          </ul>
          <p className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => resolveCollision("mine")}>
              Keep the input on this page
            </Button>
            <Button size="sm" onClick={() => resolveCollision("other")}>
              Use the other input
            </Button>
          </p>
        </section>
      )}
    </>
  );
}

function describeState({ state, origin, refusal }: Draft, saveLabel: string): string {
  if (state === "stored") return `${storedTexts[origin]} Choose “${saveLabel}” to show it to other people.`;
  if (state !== "refused") return stateTexts[state];
  return ["Your draft could not be stored.", ...refusalSentences(refusal), leavingAdvice].join(" ");
}

function refusalSentences(refusal: Problem | null): readonly string[] {
  const texts = refusal === null ? [] : [refusal.detail, refusal.next];
  return withoutRepetitions(texts).filter((text) => text !== "");
}
