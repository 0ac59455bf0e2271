/** Sorts a long list in steps: runs of a few thousand at once, then two and two made into one. Equal items keep their order. */

/** Sorted, or put together, between two steps. */
const itemsAStep = 4_096;

type Compare<T> = (left: T, right: T) => number;

export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += itemsAStep) {
    runs.push(items.slice(from, from + itemsAStep).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<T>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
): Generator<void, readonly T[]> {
  const [last, first] = [left.at(-1), right[0]];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return [...left, ...right];
  const both: T[] = [];
  let [inLeft, inRight] = [0, 0];
  for (;;) {
    const [one, other] = [left[inLeft], right[inRight]];
    if (one === undefined) return both.concat(right.slice(inRight));
    if (other === undefined) return both.concat(left.slice(inLeft));
    if (compare(one, other) <= 0) {
      both.push(one);
      inLeft += 1;
    } else {
      both.push(other);
      inRight += 1;
    }
    if (both.length % itemsAStep === 0) yield;
  }
}
