/** Items to check, the limit of concurrent checks, and the order of earlier checks. */
export interface FairCheckRequest<Item> {
  /** Items, in the order in which unchecked items are checked. */
  readonly items: readonly Item[];
  /** Checks one item. It must end within a time limit and must not throw. */
  readonly check: (item: Item) => Promise<void>;
  /** Ids in the order of their last complete check. Each run updates the order, and the next run continues it. */
  readonly checkOrder: Set<string>;
  readonly maxConcurrent: number;
  /** After it aborts, no check starts. A check that was running is not complete, so the next run repeats it first. */
  readonly signal: AbortSignal;
}

/** Checks first the items that were never checked, then those whose last check is the oldest. */
export async function checkOldestFirst<Item extends { readonly id: string }>({
  items,
  check,
  checkOrder,
  maxConcurrent,
  signal,
}: FairCheckRequest<Item>): Promise<void> {
  const present = new Set(items.map(({ id }) => id));
  for (const id of checkOrder) if (!present.has(id)) checkOrder.delete(id);
  const positions = new Map([...checkOrder].map((id, index) => [id, index]));
  const positionOf = ({ id }: Item): number => positions.get(id) ?? -1;
  const waiting = items.toSorted((first, second) => positionOf(first) - positionOf(second)).values();
  const work = async (): Promise<void> => {
    // All workers take from one iterator, so each item is checked once.
    for (const item of waiting) {
      if (signal.aborted) return;
      await check(item);
      if (signal.aborted) return;
      checkOrder.delete(item.id);
      checkOrder.add(item.id);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
}
