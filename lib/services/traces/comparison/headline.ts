/** Headline of a comparison, or the reason why there is no result. */
import type { GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import { comparisonSentence, minComparedRequests } from "@/lib/sentences/traces/comparison-sentence";
import { textPart } from "@/lib/sentences/traces/sentence-parts";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { ComparedGroup } from "@/lib/model/traces/compared-group";
import type { Sentence } from "@/lib/model/sentence";
import { countWithNoun } from "@/lib/format/agreement";
import type { ComparisonRequest } from "./resolve-comparison";
import type { SplitSides, SlowThreshold } from "./split-sides";
import type { SideNames } from "./side-names";

interface HeadlineInput {
  readonly parts: SplitSides;
  readonly comparison: GroupComparison | null;
  /** Requests read on each side before the split into slow requests and the rest. */
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
      textPart("Not enough data: ", true),
      textPart(
        `${lowercaseFirst(tooFew.name)} (${formatCount(tooFew.n)} read) are fewer than the ${minComparedRequests} needed on each side.`,
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
  const requests = countWithNoun(n, "request");
  if (n === 0) return `no traces were found for ${name}. Choose another window, or check the sampling.`;
  if (kind !== "slow" && kind !== "rest")
    return `none of ${requests} reports its first token. Compare full requests instead.`;
  if (threshold === null) return `${requests} with this time are too few for that quantile.`;
  const side = kind === "slow" ? "longer than" : "at most";
  return `none of ${requests} takes ${side} ${formatNanoseconds(threshold.ns)}.`;
}

function lowercaseFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
