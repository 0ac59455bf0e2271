/** Facts that all parts of a report need: the time zone, the time of the report, and whether people are named. */
import { formatDateTimeWithYear, formatTimeZoneName } from "@/lib/format/time";
import type { ReportBlock } from "@/lib/model/investigation/reports/report";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { StepId } from "@/lib/model/investigation/step-ids";

/** Facts that all sections of a report need to write their texts. */
export interface ReportContext {
  readonly createdAtMs: number;
  readonly timeZone: string;
  /** False in a copy for a public link, which does not name the authors, owners and participants. */
  readonly namesPeople: boolean;
}

/** Formats a time with its year, because reports are read years later: "Thu 19 Nov 2026, 15:42 UTC". */
export function writeTime(atMs: number, { timeZone }: Pick<ReportContext, "timeZone">): string {
  return `${formatDateTimeWithYear(atMs, timeZone)} ${formatTimeZoneName(atMs, timeZone)}`;
}

/** Returns the name followed by ", ", or an empty text if the report does not name people. */
export function writeAuthor(name: string, { namesPeople }: ReportContext): string {
  return namesPeople ? `${name}, ` : "";
}

/** Returns the block for a part that the record lacks, with the page on which a person enters it. */
export function missingPart(text: string, number: number, step?: StepId): ReportBlock {
  const path = `/investigations/${investigationName(number)}`;
  return { kind: "missing", text, path: step === undefined ? path : `${path}?step=${step}` };
}

/** Returns the block of one sentence or paragraph. */
export function textBlock(text: string): ReportBlock {
  return { kind: "text", text };
}
