/** The sentence that answers a comparison; or, where it cannot be told, the one that says why. */
import type { GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import { comparisonSentence, minComparedRequests } from "@/lib/sentences/traces/comparison-sentence";
import { textPart } from "@/lib/sentences/traces/sentence-parts";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { ComparedGroup } from "@/lib/model/compared-group";
import type { Sentence } from "@/lib/model/sentence";
import type { ComparisonRequest } from "./resolve-comparison";
import type { SplitSides, SlowThreshold } from "./split-sides";
import type { SideNames } from "./side-names";

interface HeadlineInput {
  readonly parts: SplitSides;
  readonly comparison: GroupComparison | null;
  /** Requests read on each side, before slow was parted from the rest. */
  readonly read: { readonly a: number; readonly b: number };
}

export function headlineOf(
  { a, b }: Pick<ComparisonRequest, "a" | "b">,
  names: SideNames,
  { parts, comparison, read }: HeadlineInput,
): Sentence {
  if (comparison === null) return nothingToCompare({ a, b }, names, { parts, read });
  const tooFew = [
    { name: names.a, n: comparison.a, isOne: a.group.kind === "trace" },
    { name: names.b, n: comparison.b, isOne: b.group.kind === "trace" },
  ].find(({ n, isOne }) => !isOne && n < minComparedRequests);
  if (tooFew !== undefined)
    return [
      textPart("Cannot tell yet: ", true),
      textPart(
        `${lowercaseFirst(tooFew.name)}, ${formatCount(tooFew.n)} read, are fewer than the ${minComparedRequests} that are needed on each side.`,
      ),
    ];
  return comparisonSentence(comparison, { ...names, ...(a.group.kind === "trace" ? { isOne: true } : {}) });
}

function nothingToCompare(
  { a, b }: Pick<ComparisonRequest, "a" | "b">,
  names: SideNames,
  { parts, read }: Pick<HeadlineInput, "parts" | "read">,
): Sentence {
  const isEmptyA = parts.a.length === 0 || read.a === 0;
  const [{ group }, name, n] = isEmptyA ? [a, names.a, read.a] : [b, names.b, read.b];
  return [
    textPart("There is nothing to compare: ", true),
    textPart(emptyReason(group.kind, { name: lowercaseFirst(name), n, threshold: parts.threshold })),
  ];
}

function emptyReason(
  kind: ComparedGroup["kind"],
  {
    name,
    n,
    threshold,
  }: { readonly name: string; readonly n: number; readonly threshold: SlowThreshold | null },
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

function lowercaseFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
