/** Field names by section of the file, for suggestions when a name is misspelt. */
import { nearestWord } from "@/lib/base/nearest-word";
import { limitIds } from "@/lib/model/deployment/limits";
import { mappableSignals, mappingKinds } from "@/lib/model/signals/signal-mapping";
import { deploymentFieldNames } from "./config-file-schema";

/** Names below each section. List indexes are omitted from the path. */
const namesBelow: Readonly<Record<string, readonly string[]>> = {
  "": ["version", "deployments"],
  deployments: deploymentFieldNames,
  "deployments.pools": ["role", "selectors"],
  "deployments.attachments": ["exporter", "selectors"],
  "deployments.phases": ["operation", "attribute", "phase"],
  "deployments.mappings": mappableSignals,
  "deployments.limits": limitIds,
};
const mappingNames = [...mappingKinds, "of", "scale", "labels"];

/** Returns the field name most similar to the unknown `key` below `path`. */
export function suggestField(path: readonly PropertyKey[], key: string): string | undefined {
  const [section, isOfMapping] = sectionOf(path);
  return nearestWord(key, isOfMapping ? mappingNames : (namesBelow[section] ?? []));
}

function sectionOf(path: readonly PropertyKey[]): readonly [string, boolean] {
  const names = path.filter((part) => typeof part === "string");
  return [names.join("."), names[1] === "mappings" && names.length === 3];
}
