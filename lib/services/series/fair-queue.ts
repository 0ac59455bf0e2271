/** Query that waits for a source, with the lane of its page. */
export interface QueuedQuery {
  readonly lane: string;
  /** Queries of the same group can be sent together. Null for a query that must be sent separately. */
  readonly batchGroup: string | null;
}

/**
 * Queue in which the lanes of pages take turns, so that a page with hundreds of queries does not delay a
 * page with ten. A batch contains queries of one group, across lanes.
 */
export interface FairQueue<Item extends QueuedQuery> {
  readonly add: (query: Item) => void;
  /** Returns false if the query was already taken. */
  readonly remove: (query: Item) => boolean;
  readonly size: () => number;
  /**
   * Returns the next query together with waiting queries of the same group: at most `findMaxBatchSize(batchGroup)`, in
   * batches of similar size.
   */
  readonly takeNextBatch: (findMaxBatchSize: (batchGroup: string) => number) => readonly Item[];
}

/** Creates an empty queue in which lanes take turns. */
export function createFairQueue<Item extends QueuedQuery>(): FairQueue<Item> {
  const lanes = new Map<string, Set<Item>>();
  let size = 0;

  const remove = (one: Item): boolean => {
    const lane = lanes.get(one.lane);
    if (lane?.delete(one) !== true) return false;
    if (lane.size === 0) lanes.delete(one.lane);
    size -= 1;
    return true;
  };

  /** Moves the lane to the end of the order. */
  const moveLaneToBack = (name: string): void => {
    const lane = lanes.get(name);
    if (lane === undefined) return;
    lanes.delete(name);
    lanes.set(name, lane);
  };

  const withGroup = (group: string): readonly Item[] => {
    const byLane = [...lanes.values()].map((lane) => [...lane].filter((one) => one.batchGroup === group));
    const longest = Math.max(0, ...byLane.map(({ length }) => length));
    return Array.from({ length: longest }, (_, index) => byLane.flatMap((lane) => lane[index] ?? [])).flat();
  };

  return {
    add: (one) => {
      lanes.set(one.lane, (lanes.get(one.lane) ?? new Set<Item>()).add(one));
      size += 1;
    },
    remove,
    size: () => size,
    takeNextBatch: (findMaxBatchSize) => {
      const [lane] = lanes;
      const [first] = lane?.[1] ?? [];
      if (first === undefined) return [];
      const together = first.batchGroup === null ? [first] : withGroup(first.batchGroup);
      const limit = first.batchGroup === null ? 1 : Math.max(1, findMaxBatchSize(first.batchGroup));
      const shares = Math.ceil(together.length / limit);
      const taken = together.slice(0, Math.ceil(together.length / shares));
      for (const one of taken) remove(one);
      for (const name of new Set(taken.map((one) => one.lane))) moveLaneToBack(name);
      return taken;
    },
  };
}
