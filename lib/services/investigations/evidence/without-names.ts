/** Writes the data of evidence without the names of people, because evidence does not change when a person is removed. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { systemPrincipal } from "@/lib/server/principal";

/** Answers with the authors of gate runs and settings, and with the importers of baselines. */
const endpointsWithPeople: readonly string[] = ["gate", "comparison", "roofline", "sweep"];
const nameFields: readonly string[] = ["author", "importedBy"];
/** Authors that are not people. */
const otherAuthors: readonly string[] = ["operator", systemPrincipal.id];

/** Returns the data as JSON. Each name of a person is replaced by "a person". */
export function writeWithoutNames(data: ReadonlyDeep<EvidenceData>): string {
  if (!endpointsWithPeople.includes(data.endpoint)) return JSON.stringify(data);
  return JSON.stringify(data, (key, value: unknown) =>
    nameFields.includes(key) && typeof value === "string" && !otherAuthors.includes(value)
      ? "a person"
      : value,
  );
}
