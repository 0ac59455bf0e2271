/** Conflicts between deployments of the file: equal slugs, equal titles, and selectors that match the same series. */
import { redactToLine } from "@/lib/base/safe-text";
import { ConfigFileError } from "./config-file-error";
import { chooseSlug } from "./config-file-names";
import type { FileDeploymentFields } from "./config-file-schema";
import type { FieldLocation, ConfigFileErrors } from "./config-file-location";
import { formatFieldPath } from "./yaml-lines";

interface UsedNames {
  readonly usedSlugs: Set<string>;
  readonly usedTitles: Set<string>;
}

/**
 * Returns an error for each title and slug that two deployments share. Titles are compared without
 * case. Titles with the same slug are reported once, by the slug.
 */
export function findNameErrors(
  deployment: FileDeploymentFields,
  { path, locate }: FieldLocation,
  { usedSlugs, usedTitles }: UsedNames,
): ConfigFileErrors {
  const errors = checkSlug(deployment, { path, locate }, usedSlugs);
  const { title } = deployment.validFields;
  if (title === undefined) return errors;
  const isTaken = usedTitles.has(title.toLowerCase());
  usedTitles.add(title.toLowerCase());
  if (!isTaken || errors.length > 0) return errors;
  const problem = `${formatFieldPath(path)}.title "${redactToLine(title, 40)}" is already the title of an earlier deployment (titles ignore case)`;
  return [new ConfigFileError(locate([...path, "title"]), problem, "choose a different title")];
}

/**
 * Returns an error if two deployments of one engine share a selector, because both would count the
 * same series. Training jobs are excluded, because their metrics distinguish them.
 */
export function findSharedSeriesErrors(
  { validFields: { engine, source = "prometheus", selectors, pools } }: FileDeploymentFields,
  { path, locate }: FieldLocation,
  firstIndexBySeries: Map<string, number>,
): ConfigFileErrors {
  const deploymentIndex = path.at(-1);
  if (engine === undefined || engine === "training" || typeof deploymentIndex !== "number") return [];
  const selectorPaths: readonly (readonly [readonly PropertyKey[], Readonly<Record<string, string>>])[] = [
    ...(selectors ?? []).map((each, index) => [["selectors", index], each] as const),
    ...(pools ?? []).flatMap((pool, poolIndex) =>
      pool.selectors.map((each, index) => [["pools", poolIndex, "selectors", index], each] as const),
    ),
  ];
  return selectorPaths.flatMap(([selectorPath, each]) => {
    const sorted = Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([source, engine, sorted]);
    const owner = firstIndexBySeries.get(key) ?? deploymentIndex;
    firstIndexBySeries.set(key, owner);
    if (owner === deploymentIndex) return [];
    const spot = [...path, ...selectorPath];
    const problem = `${formatFieldPath(spot)} matches the same series as deployments[${owner}]`;
    return [
      new ConfigFileError(
        locate(spot),
        problem,
        "add a label that distinguishes them, or remove one of them",
      ),
    ];
  });
}

/** Reports every repeated slug after the first. */
function checkSlug(
  { validFields, writtenFieldNames }: FileDeploymentFields,
  { path, locate }: FieldLocation,
  taken: Set<string>,
): ConfigFileErrors {
  const { title } = validFields;
  const fromTitle =
    writtenFieldNames.has("slug") || title === undefined ? undefined : chooseSlug({ ...validFields, title });
  const slug = validFields.slug ?? fromTitle;
  if (slug === undefined) return [];
  if (!taken.has(slug)) {
    taken.add(slug);
    return [];
  }
  return [
    new ConfigFileError(
      locate([...path, writtenFieldNames.has("slug") ? "slug" : "title"]),
      `${formatFieldPath(path)} has the slug ${slug} of an earlier deployment`,
      "choose a different slug",
    ),
  ];
}
