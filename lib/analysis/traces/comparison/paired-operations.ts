/**
 * Pairs operations of two deployments whose names contain the name of the deployment, such as "proxy to chat" and
 * "proxy to code". Without pairing, the paths below them would never match.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { PairedServices } from "./paired-services";

/**
 * Names under which operations of two deployments are compared, by original name. Only operations whose names
 * contain the name of a deployment have an entry.
 */
export type PairedOperations = ReadonlyMap<string, string>;

const none: PairedOperations = new Map();

/**
 * Pairs operations of `a` and `b` whose names are equal after the service names of `a` are replaced by those
 * of `b`. An operation that exists in both groups is not paired, because a service may have the name of a
 * common step.
 */
export function pairOperations(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  { namePairs }: PairedServices,
): PairedOperations {
  if (namePairs.length === 0) return none;
  const renamed = createRenamer(namePairs);
  const [inA, inB] = [namesOf(a), namesOf(b)];
  const pairs = new Map<string, string>();
  for (const name of inA) {
    const { other, combined } = renamed(name);
    if (other === name || !inB.has(other)) continue;
    if (inA.has(other) && inB.has(name)) continue;
    pairs.set(name, combined).set(other, combined);
  }
  return pairs;
}

function namesOf(traces: readonly AnalysedTrace[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { rows } of traces) for (const { name } of rows) names.add(name);
  return names;
}

interface Renamed {
  /** Name that the other deployment would use. */
  readonly other: string;
  readonly combined: string;
}

/** Pattern of a suffix, such as an instance number or a domain, which belongs to the name. */
const behind = String.raw`((?:[-_.][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])`;

function createRenamer(namePairs: PairedServices["namePairs"]): (name: string) => Renamed {
  const counterparts = new Map(namePairs);
  // Longest first, so that "chat-gateway" does not match "chat".
  const names = [...counterparts.keys()]
    .sort((first, second) => second.length - first.length)
    .map(escapeRegExp);
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})${behind}`, "gu");
  const replaced = (name: string, by: (word: string, other: string) => string): string =>
    name.replaceAll(found, (_, word: string, rest: string) =>
      by(`${word}${rest}`, `${counterparts.get(word) ?? word}${rest}`),
    );
  return (name) => ({
    other: replaced(name, (_, other) => other),
    combined: replaced(name, (word, other) => `${word} / ${other}`),
  });
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}
