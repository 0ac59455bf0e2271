/**
 * Operations that two deployments call after themselves, such as "proxy to chat" here and "proxy to code" there: without this
 * nothing beneath them would have the same path.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { PairedServices } from "./paired-services";

/** By an operation's own name, what it is called in the comparison. */
export type PairedOperations = ReadonlyMap<string, string>;

const none: PairedOperations = new Map();

/**
 * Two operations stand for each other where one, with the names of `a` in it replaced by those of `b`, is the other, and `b` has it.
 * Those that both sides have are themselves: a service may be called like a step of every request. Linear in the spans.
 */
export function pairOperations(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  { namePairs }: PairedServices,
): PairedOperations {
  if (namePairs.length === 0) return none;
  const renamed = renamer(namePairs);
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
  /** What the other deployment would call it. */
  readonly other: string;
  readonly combined: string;
}

/** What stands behind a name, such as the number of an instance or a domain, is said with it. */
const behind = String.raw`((?:[-_.][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])`;

function renamer(namePairs: PairedServices["namePairs"]): (name: string) => Renamed {
  const counterparts = new Map(namePairs);
  // The longest first, so that "chat-gateway" is not taken for "chat".
  const names = [...counterparts.keys()].sort((first, second) => second.length - first.length).map(escaped);
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

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}
