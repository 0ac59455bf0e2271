/**
 * Services of two deployments that play the same part. Paths are matched by service and operation, and each deployment gives its
 * services names of its own, so without this nothing of two deployments would ever be the same node.
 */

/** By a service's own name, what it is called in the comparison; a service that is not in it keeps its name. */
export type PairedServices = ReadonlyMap<string, string>;

export const noPairs: PairedServices = new Map();

/**
 * `a` and `b` are the deployments' own services in the order in which a request passes them. One that both have is itself. The others
 * stand for each other by their place; where one deployment has more of them than the other, places say nothing, and all keep their
 * names.
 */
export function pairServices(a: readonly string[], b: readonly string[]): PairedServices {
  const [inA, inB] = [new Set(a), new Set(b)];
  const onlyA = [...inA].filter((service) => !inB.has(service));
  const onlyB = [...inB].filter((service) => !inA.has(service));
  if (onlyA.length !== onlyB.length) return noPairs;
  const pairs = new Map<string, string>();
  for (const [place, service] of onlyA.entries()) {
    const other = onlyB[place] ?? service;
    const both = `${service} / ${other}`;
    pairs.set(service, both).set(other, both);
  }
  return pairs;
}
