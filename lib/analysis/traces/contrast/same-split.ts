/**
 * Whether two attributes part the requests in nearly the same way, as prompt tokens and prefill tokens do: numbers that rise together
 * (Spearman's rank correlation), or values that nearly the same requests have (those with both over those with either).
 */
import { pearson } from "@/lib/analysis/statistics/pearson";
import { midRanks } from "@/lib/analysis/statistics/ranks";
import { matches, type Asked } from "./ask-feature";

const leastOverlap = 0.9;
const leastCorrelation = 0.9;
/** Numbers that fewer of the requests tell together are not compared. */
const leastTold = 0.9;

/** Both asked of the same requests in the same order. Values of one attribute are never the same. */
export function isSameSplit(a: Asked, b: Asked): boolean {
  if (a.feature.attribute === b.feature.attribute && a.feature.service === b.feature.service) return false;
  if (a.match.kind === "range" && b.match.kind === "range" && riseTogether(a, b)) return true;
  const [ofA, ofB] = [a.slow + a.rest, b.slow + b.rest];
  // The overlap is at most the smaller over the larger.
  if (Math.min(ofA, ofB) < leastOverlap * Math.max(ofA, ofB)) return false;
  let both = 0;
  for (const [index, value] of a.values.entries())
    if (matches(a.match, value) && matches(b.match, b.values[index] ?? null)) both += 1;
  return both >= leastOverlap * (ofA + ofB - both);
}

function riseTogether(a: Asked, b: Asked): boolean {
  const together = [...a.values.keys()].filter(
    (index) => typeof a.values[index] === "number" && typeof b.values[index] === "number",
  );
  if (together.length < leastTold * a.values.length) return false;
  const ranksOf = ({ values }: Asked): Float64Array =>
    midRanks(Float64Array.from(together, (index) => Number(values[index])));
  return pearson(ranksOf(a), ranksOf(b)) >= leastCorrelation;
}
