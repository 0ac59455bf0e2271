/** The sentence that answers a comparison; or, where it cannot be told, the one that says why. */
import type { GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import { comparisonSentence, leastCompared } from "@/lib/analysis/traces/comparison/comparison-sentence";
import { say } from "@/lib/analysis/traces/sentence-parts";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { ComparedGroup } from "@/lib/model/compared-group";
import type { Sentence } from "@/lib/model/sentence";
import type { AskedComparison } from "./asked-comparison";
import type { PartedSides, Threshold } from "./part-sides";
import type { SideNames } from "./side-names";

interface Told {
  readonly parts: PartedSides;
  readonly comparison: GroupComparison | null;
  /** Requests read on each side, before slow was parted from the rest. */
  readonly read: { readonly a: number; readonly b: number };
}

export function headlineOf(
  { a, b }: Pick<AskedComparison, "a" | "b">,
  names: SideNames,
  { parts, comparison, read }: Told,
): Sentence {
  if (comparison === null) return nothingToCompare({ a, b }, names, { parts, read });
  const few = [
    { name: names.a, n: comparison.a, isOne: a.group.kind === "trace" },
    { name: names.b, n: comparison.b, isOne: b.group.kind === "trace" },
  ].find(({ n, isOne }) => !isOne && n < leastCompared);
  if (few !== undefined)
    return [
      say("Cannot tell yet: ", true),
      say(
        `${within(few.name)}, ${formatCount(few.n)} read, are fewer than the ${leastCompared} that are needed on each side.`,
      ),
    ];
  return comparisonSentence(comparison, { ...names, ...(a.group.kind === "trace" ? { isOne: true } : {}) });
}

function nothingToCompare(
  { a, b }: Pick<AskedComparison, "a" | "b">,
  names: SideNames,
  { parts, read }: Pick<Told, "parts" | "read">,
): Sentence {
  const isEmptyA = parts.a.length === 0 || read.a === 0;
  const [{ group }, name, n] = isEmptyA ? [a, names.a, read.a] : [b, names.b, read.b];
  return [
    say("There is nothing to compare: ", true),
    say(whyEmpty(group.kind, { name: within(name), n, threshold: parts.threshold })),
  ];
}

function whyEmpty(
  kind: ComparedGroup["kind"],
  { name, n, threshold }: { readonly name: string; readonly n: number; readonly threshold: Threshold | null },
): string {
  const requests = `${formatCount(n)} ${n === 1 ? "request" : "requests"}`;
  if (n === 0) return `no trace was read of ${name}. Choose another window, or look at the sampling.`;
  if (kind !== "slow" && kind !== "rest")
    return `of ${requests} read, none tells its first token. Whole requests can be compared.`;
  if (threshold === null)
    return `${requests} that tell the time are too few to part that share from the rest.`;
  const side = kind === "slow" ? "above" : "up to";
  return `none of ${requests} read is ${side} ${formatNanoseconds(threshold.ns)}.`;
}

function within(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
