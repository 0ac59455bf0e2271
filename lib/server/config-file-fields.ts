/** The names that may stand at a place of the file, so that one that is misspelt can be told by what it was to be. */
import { nearestWord } from "@/lib/base/nearest-word";
import { mappedSignals, mappingKinds } from "@/lib/model/signal-mapping";
import { deploymentFields } from "./config-file-schema";

/** Names below a place; places of lists are left out of the path. */
const namesBelow: Readonly<Record<string, readonly string[]>> = {
  "": ["version", "deployments"],
  deployments: deploymentFields,
  "deployments.pools": ["role", "selectors"],
  "deployments.attachments": ["exporter", "selectors"],
  "deployments.phases": ["operation", "attribute", "phase"],
  "deployments.mappings": mappedSignals,
};
const mappingNames = [...mappingKinds, "of", "scale", "labels"];

/** The name that `key`, which is not known below `path`, was probably to be. */
export function suggestField(path: readonly PropertyKey[], key: string): string | undefined {
  const [section, isOfMapping] = sectionOf(path);
  return nearestWord(key, isOfMapping ? mappingNames : (namesBelow[section] ?? []));
}

function sectionOf(path: readonly PropertyKey[]): readonly [string, boolean] {
  const names = path.filter((part) => typeof part === "string");
  return [names.join("."), names[1] === "mappings" && names.length === 3];
}
