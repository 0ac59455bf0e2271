/**
 * Services of two deployments that play the same part. Paths are matched by service and operation, and each deployment gives its
 * services names of its own, so without this nothing of two deployments would ever be the same node.
 */

export interface PairedServices {
  /** By a service's own name, what it is called in the comparison; a service that is not in it keeps its name. */
  readonly displayNames: ReadonlyMap<string, string>;
  /** Names within operations that stand for each other, that of `a` first. */
  readonly namePairs: readonly (readonly [string, string])[];
}

interface ServiceNames {
  /** In the order in which a request passes them. */
  readonly services: readonly string[];
  readonly slug: string;
}

export const noPairs: PairedServices = { displayNames: new Map(), namePairs: [] };

/**
 * A service that both have is itself. The others stand for each other by their place; where one deployment has more of them than the
 * other, places say nothing, and all keep their names. Within operations the deployments' own names stand for each other as well.
 */
export function pairServices(a: ServiceNames, b: ServiceNames): PairedServices {
  const [inA, inB] = [new Set(a.services), new Set(b.services)];
  const onlyA = [...inA].filter((service) => !inB.has(service));
  const onlyB = [...inB].filter((service) => !inA.has(service));
  const pairs: (readonly [string, string])[] = [];
  if (onlyA.length === onlyB.length)
    for (const [index, service] of onlyA.entries()) pairs.push([service, onlyB[index] ?? service]);
  const displayNames = new Map<string, string>();
  for (const [ofA, ofB] of pairs) {
    const combined = `${ofA} / ${ofB}`;
    displayNames.set(ofA, combined).set(ofB, combined);
  }
  const isTaken = [a.slug, b.slug].some((slug) => displayNames.has(slug) || (inA.has(slug) && inB.has(slug)));
  return { displayNames, namePairs: isTaken || a.slug === b.slug ? pairs : [...pairs, [a.slug, b.slug]] };
}
