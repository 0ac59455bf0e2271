/**
 * Writes and reads the data of evidence without the names of people, because evidence does not change when a person is
 * removed. Earlier releases stored names, so reading removes them too.
 */
import {
  evidenceData,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { withoutImporterName } from "@/lib/sentences/baselines/import-text";
import { nonPersonAuthors } from "@/lib/server/sessions/author-names";

/** Answers with the authors of gate runs and settings, and with the importers of baselines. */
const endpointsWithPeople: readonly string[] = [
  "gate",
  "comparison",
  "roofline",
  "sweep",
  "what-if",
  "utilisation",
  "baseline",
];
const nameFields: readonly string[] = ["author", "importedBy"];

/** Returns the data as JSON. Each name of a person is replaced by "a person". */
export function stringifyWithoutNames(data: ReadonlyDeep<EvidenceData>): string {
  return endpointsWithPeople.includes(data.endpoint)
    ? JSON.stringify(data, withoutName)
    : JSON.stringify(data);
}

/** Parses stored data and replaces names of people by "a person". Throws the error of the schema if another release wrote them. */
export function parseWithoutNames(text: string): EvidenceData {
  const data = evidenceData.parse(JSON.parse(text));
  return endpointsWithPeople.includes(data.endpoint)
    ? evidenceData.parse(JSON.parse(text, withoutName))
    : data;
}

/** Parses stored data like `parseWithoutNames`, but returns null if another release wrote them in a different format. */
export function safeParseWithoutNames(text: string): EvidenceData | null {
  const { success, data } = evidenceData.safeParse(JSON.parse(text, withoutName));
  return success ? data : null;
}

function withoutName(key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return nameFields.includes(key) && !nonPersonAuthors.includes(value)
    ? "a person"
    : withoutImporterName(value);
}
