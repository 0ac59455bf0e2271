/** Merges two drafts that one person wrote in two tabs or on two devices. */
import { findDifferentFields, mergeValues, type FormValues } from "@/components/shared/forms/compare-values";
import type { FormDraft } from "@/components/shared/forms/use-saved-form";

/** The last draft that both pages have read, and the drafts that they wrote after it. */
export interface DraftVersions<Values> {
  readonly base: Values;
  readonly mine: FormDraft<Values>;
  readonly other: FormDraft<Values>;
}

/** Field to which the two drafts have different input. */
export interface DraftCollision {
  /** Path of the field, for example "answers.symptom". */
  readonly name: string;
  readonly mine: unknown;
  readonly other: unknown;
}

/** Returns the fields that both drafts changed, each to a different value. */
export function findCollisions<Values>({
  base,
  mine,
  other,
}: DraftVersions<Values>): readonly DraftCollision[] {
  const compare = (one: Values, second: Values) =>
    findDifferentFields({
      base: base as FormValues,
      mine: one as FormValues,
      theirs: second as FormValues,
    }).filter(({ isMineUnchanged }) => !isMineUnchanged);
  const changedByOther = new Set(compare(other.values, mine.values).map(({ name }) => name));
  return compare(mine.values, other.values)
    .filter(({ name }) => changedByOther.has(name))
    .map(({ name, mine: input, theirs }) => ({ name, mine: input, other: theirs }));
}

/**
 * Returns a draft with the changes of both. A field that both changed has the value of `preferred`. The result is based on
 * the saved version of the other draft, so that a later save detects a change since that version.
 */
export function mergeDrafts<Values>(
  { base, mine, other }: DraftVersions<Values>,
  preferred: "mine" | "other",
): FormDraft<Values> {
  const { openedVersion } = other;
  const values =
    preferred === "mine"
      ? mergeValues({ base, mine: mine.values, theirs: other.values })
      : mergeValues({ base, mine: other.values, theirs: mine.values });
  return { openedVersion, values };
}

interface InputSince<Values> {
  readonly base: Values;
  readonly present: Values;
}

/** Adds the input of a person since `base` to a merged draft. */
export function addLaterInput<Values>(
  { openedVersion, values }: FormDraft<Values>,
  { base, present }: InputSince<Values>,
): FormDraft<Values> {
  return { openedVersion, values: mergeValues({ base, mine: present, theirs: values }) };
}
