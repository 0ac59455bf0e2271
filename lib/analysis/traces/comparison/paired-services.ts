/**
 * Pairs services with the same role in two deployments. Paths match by service and operation, but each deployment
 * names its services differently. Without pairing, no node would exist in both.
 */

/** Services of two deployments that are compared with each other under a common name. */
export interface PairedServices {
  /** Combined name by original service name; a missing service keeps its name. */
  readonly displayNames: ReadonlyMap<string, string>;
  /** Name pairs inside operation names; the name of `a` is first. */
  readonly namePairs: readonly (readonly [string, string])[];
}

interface ServiceNames {
  /** Trace services, in the order in which a request passes them. */
  readonly services: readonly string[];
  readonly slug: string;
}

/** Pairs of a comparison in which every service keeps its name. */
export const noPairedServices: PairedServices = { displayNames: new Map(), namePairs: [] };

/**
 * Pairs the services of two deployments by order. A service that belongs to both deployments is not paired. If the
 * deployments have different numbers of remaining services, no service is paired. The slugs of the deployments are also
 * paired inside operation names.
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
