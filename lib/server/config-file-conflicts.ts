/** What two deployments of the file cannot share: an address, a name, series of one engine. */
import { safeText } from "@/lib/base/safe-text";
import { ConfigFileError } from "./config-file-error";
import { slugOf } from "./config-file-names";
import type { ReadableDeployment } from "./config-file-schema";
import type { FileLocation, ConfigFileErrors } from "./config-file-location";
import { pathText } from "./yaml-lines";

interface Named {
  readonly taken: Set<string>;
  readonly titles: Set<string>;
}

/** As on screen, where small and capital letters are one. Titles that make one address are told by it, once. */
export function checkNames(
  one: ReadableDeployment,
  { path, at }: FileLocation,
  { taken, titles }: Named,
): ConfigFileErrors {
  const errors = checkSlug(one, { path, at }, taken);
  const { title } = one.fields;
  if (title === undefined) return errors;
  const isTaken = titles.has(title.toLowerCase());
  titles.add(title.toLowerCase());
  if (!isTaken || errors.length > 0) return errors;
  const wrong = `${pathText(path)}.title "${safeText(title, 40)}" is the name of one before it, small and capital letters being one`;
  return [new ConfigFileError(at([...path, "title"]), wrong, "give it a title: of its own")];
}

/**
 * Two deployments of one engine with a selector in common would count the same series twice. Training jobs are told apart by the
 * metrics and labels of their mappings as well.
 */
export function checkSameSeries(
  { fields: { engine, source = "prometheus", selectors, pools } }: ReadableDeployment,
  { path, at }: FileLocation,
  seriesOwners: Map<string, number>,
): ConfigFileErrors {
  const deploymentIndex = path.at(-1);
  if (engine === undefined || engine === "training" || typeof deploymentIndex !== "number") return [];
  const selectorPaths: readonly (readonly [readonly PropertyKey[], Readonly<Record<string, string>>])[] = [
    ...(selectors ?? []).map((each, index) => [["selectors", index], each] as const),
    ...(pools ?? []).flatMap((pool, pooled) =>
      pool.selectors.map((each, index) => [["pools", pooled, "selectors", index], each] as const),
    ),
  ];
  return selectorPaths.flatMap(([selectorPath, each]) => {
    const sorted = Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([source, engine, sorted]);
    const owner = seriesOwners.get(key) ?? deploymentIndex;
    seriesOwners.set(key, owner);
    if (owner === deploymentIndex) return [];
    const spot = [...path, ...selectorPath];
    const wrong = `${pathText(spot)} finds the same series as one of deployments[${owner}]`;
    return [
      new ConfigFileError(at(spot), wrong, "add a label that tells the two apart, or remove one of them"),
    ];
  });
}

/** The first that has a slug keeps it. */
function checkSlug(
  { fields, given }: ReadableDeployment,
  { path, at }: FileLocation,
  taken: Set<string>,
): ConfigFileErrors {
  const { title } = fields;
  const fromTitle = given.has("slug") || title === undefined ? undefined : slugOf({ ...fields, title });
  const slug = fields.slug ?? fromTitle;
  if (slug === undefined) return [];
  if (!taken.has(slug)) {
    taken.add(slug);
    return [];
  }
  return [
    new ConfigFileError(
      at([...path, given.has("slug") ? "slug" : "title"]),
      `${pathText(path)} has the slug ${slug}, as one before it`,
      "give it a slug: of its own",
    ),
  ];
}
