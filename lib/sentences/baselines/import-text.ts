/** Describes the import of a baseline, so that nobody mistakes a file for a measurement of this installation. */
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import type { BaselineImport } from "@/lib/model/baseline/import/baseline-import";

/** The texts are stored and may be read years later, so times are formatted with their year. */
const withYear = { timeZone: "UTC", referenceMs: 0 } as const;

/** Returns who imported a baseline and when, in UTC, and whether its file matched a content hash. Two sentences. */
export function importText({ importedBy, atMs, isHashVerified }: BaselineImport): string {
  return `Imported by ${importedBy} on ${formatDateTimeWithOptionalYear(atMs, withYear)} UTC, not measured by this installation. ${importedHashText(isHashVerified)}`;
}

/** Returns when a baseline was imported, without a name: stored sentences remain after the person was removed. */
export function importTextWithoutName({ atMs, isHashVerified }: BaselineImport): string {
  return `Imported on ${formatDateTimeWithOptionalYear(atMs, withYear)} UTC, not measured by this installation. ${importedHashText(isHashVerified)}`;
}

const importStart = "Imported by ";
const importEnd = " UTC, not measured by this installation.";

/** Returns a stored text without the name of the person who imported a baseline. Earlier releases stored it. */
export function withoutImporterName(text: string): string {
  const parts = text.split(importEnd);
  const last = parts.length - 1;
  return parts.map((part, index) => (index === last ? part : withoutName(part))).join(importEnd);
}

/** The time after the name contains no " on ". A name may contain it. */
function withoutName(text: string): string {
  const start = text.lastIndexOf(importStart);
  const time = text.lastIndexOf(" on ");
  return start < 0 || time < start ? text : `${text.slice(0, start)}Imported${text.slice(time)}`;
}

/** Returns whether the imported file matched a content hash, as a sentence. */
export function importedHashText(isHashVerified: BaselineImport["isHashVerified"]): string {
  if (isHashVerified === null) return "It is unknown whether the file matched its content hash.";
  return isHashVerified
    ? "The file matched its content hash."
    : "Unverified: the file had no content hash, so changes of its numbers cannot be detected.";
}
