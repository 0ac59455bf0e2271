/**
 * Sorts a long list in steps: sorts runs of a few thousand items, then merges them pairwise. Equal items keep their
 * order.
 */

import { itemsPerStep, type Steps } from "./steps";

type Compare<T> = (runA: T, runB: T) => number;

/**
 * Sorts a copy of the items in steps (merge sort), so that sorting does not block the server. Equal items
 * stay in their order.
 */
export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += itemsPerStep) {
    runs.push(items.slice(from, from + itemsPerStep).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const mergedRuns: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      mergedRuns.push(yield* mergeRuns(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = mergedRuns;
  }
  return runs[0] ?? [];
}

function* mergeRuns<T>(runA: readonly T[], runB: readonly T[], compare: Compare<T>): Steps<readonly T[]> {
  const [last, first] = [runA.at(-1), runB[0]];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return [...runA, ...runB];
  const merged: T[] = [];
  let [firstIndex, secondIndex] = [0, 0];
  for (;;) {
    const [one, other] = [runA[firstIndex], runB[secondIndex]];
    if (one === undefined) return merged.concat(runB.slice(secondIndex));
    if (other === undefined) return merged.concat(runA.slice(firstIndex));
    if (compare(one, other) <= 0) {
      merged.push(one);
      firstIndex += 1;
    } else {
      merged.push(other);
      secondIndex += 1;
    }
    if (merged.length % itemsPerStep === 0) yield;
  }
}
