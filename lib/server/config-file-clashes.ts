/** What two deployments of the file cannot share: an address, a name, series of one engine. */
import { safeText } from "@/lib/base/safe-text";
import { ConfigFileError } from "./config-file-error";
import { slugOf } from "./config-file-names";
import type { ReadableDeployment } from "./config-file-schema";
import type { Spot, Troubles } from "./config-file-trouble";
import { pathText } from "./yaml-lines";

interface Named {
  readonly taken: Set<string>;
  readonly titles: Set<string>;
}

/** As on screen, where small and capital letters are one. Titles that make one address are told by it, once. */
export function ofNames(one: ReadableDeployment, { path, at }: Spot, { taken, titles }: Named): Troubles {
  const troubles = ofSlug(one, { path, at }, taken);
  const { title } = one.fields;
  if (title === undefined) return troubles;
  const isTaken = titles.has(title.toLowerCase());
  titles.add(title.toLowerCase());
  if (!isTaken || troubles.length > 0) return troubles;
  const wrong = `${pathText(path)}.title "${safeText(title, 40)}" is the name of one before it, small and capital letters being one`;
  return [new ConfigFileError(at([...path, "title"]), wrong, "give it a title: of its own")];
}

/**
 * Two deployments of one engine with a selector in common would count the same series twice. Training jobs are told apart by the
 * metrics and labels of their mappings as well.
 */
export function ofSameSeries(
  { fields: { engine, source = "prometheus", selectors, pools } }: ReadableDeployment,
  { path, at }: Spot,
  finders: Map<string, number>,
): Troubles {
  const own = path.at(-1);
  if (engine === undefined || engine === "training" || typeof own !== "number") return [];
  const places: readonly (readonly [readonly PropertyKey[], Readonly<Record<string, string>>])[] = [
    ...(selectors ?? []).map((each, index) => [["selectors", index], each] as const),
    ...(pools ?? []).flatMap((pool, pooled) =>
      pool.selectors.map((each, index) => [["pools", pooled, "selectors", index], each] as const),
    ),
  ];
  return places.flatMap(([place, each]) => {
    const sorted = Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([source, engine, sorted]);
    const holder = finders.get(key) ?? own;
    finders.set(key, holder);
    if (holder === own) return [];
    const spot = [...path, ...place];
    const wrong = `${pathText(spot)} finds the same series as one of deployments[${holder}]`;
    return [
      new ConfigFileError(at(spot), wrong, "add a label that tells the two apart, or remove one of them"),
    ];
  });
}

/** The first that has a slug keeps it. */
function ofSlug({ fields, given }: ReadableDeployment, { path, at }: Spot, taken: Set<string>): Troubles {
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
