/** Converts the recorded states of an entry to the lines that the page shows. */
import type { AuditEntry } from "@/lib/contracts/audit";
import {
  findDifferentFields,
  formatFieldValue,
  type FormValues,
} from "@/components/shared/forms/compare-values";

/** Changed field of an object, with its values before and after. */
export interface StateChange {
  /** Field in words, for example "time zone". */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

type State = Extract<AuditEntry["content"], { readonly kind: "present" }>["before"];

/**
 * Returns the fields of an object whose values differ. Empty if the object did not exist before or does not
 * exist any more.
 */
export function listStateChanges(before: State, after: State): readonly StateChange[] {
  if (before === null || after === null) return [];
  const [base, theirs] = [toValues(before), toValues(after)];
  return findDifferentFields({ base, mine: base, theirs }).map((field) => ({
    field: identifierToText(field.name),
    before: formatFieldValue(field.mine),
    after: formatFieldValue(field.theirs),
  }));
}

/** Returns the name that a person gave to the object, or its id if it has no name. */
export function nameObject(id: string, states: readonly State[]): string {
  for (const state of states) {
    const { title, name, slug } = toValues(state ?? {});
    const found = [title, name, slug].find((text) => typeof text === "string" && text !== "");
    if (typeof found === "string") return found;
  }
  return id;
}

/** Converts an identifier to words: "edit-event" and "time_zone" become "edit event" and "time zone". */
export function identifierToText(identifier: string): string {
  return identifier.replaceAll(/[-_]/g, " ");
}

const toValues = (state: object): FormValues => Object.fromEntries(Object.entries(state));
