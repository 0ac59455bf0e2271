/** Items to check in turn, a few at a time. */
export interface TurnRequest<Item> {
  /** In the order of the first checks. */
  readonly items: readonly Item[];
  /** Ends within a time limit, and does not throw. */
  readonly check: (item: Item) => Promise<void>;
  /** Ids in the order of their last complete check, which the next run continues. */
  readonly checkOrder: Set<string>;
  readonly maxConcurrent: number;
  /** No check starts after it aborts. A check that runs at that time is repeated first by the next run. */
  readonly signal: AbortSignal;
}

/** Checks first the items that were never checked, then those whose last check is the oldest. */
export async function checkInTurn<Item extends { readonly id: string }>({
  items,
  check,
  checkOrder,
  maxConcurrent,
  signal,
}: TurnRequest<Item>): Promise<void> {
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
