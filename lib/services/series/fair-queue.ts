/**
 * Who waits for a source, one line for each page: lines take turns, so that a page of hundreds of questions does not hold up
 * one of ten. What can be asked together leaves together, whichever line it stands in.
 */
export interface QueuedQuery {
  readonly lane: string;
  /** Those of one group may be asked together; null for what is asked alone. */
  readonly group: string | null;
}

export interface FairQueue<Item extends QueuedQuery> {
  readonly add: (one: Item) => void;
  /** False when it has left already. */
  readonly remove: (one: Item) => boolean;
  readonly size: () => number;
  /** The next in turn and others of its group, at most `limitOf(group)` and as evenly shared out as they come. */
  readonly takeNext: (limitOf: (group: string) => number) => readonly Item[];
}

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

  /** The lane goes behind all others. */
  const moveLaneToBack = (name: string): void => {
    const lane = lanes.get(name);
    if (lane === undefined) return;
    lanes.delete(name);
    lanes.set(name, lane);
  };

  const withGroup = (group: string): readonly Item[] => {
    const byLane = [...lanes.values()].map((lane) => [...lane].filter((one) => one.group === group));
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
    takeNext: (limitOf) => {
      const [lane] = lanes;
      const [first] = lane?.[1] ?? [];
      if (first === undefined) return [];
      const together = first.group === null ? [first] : withGroup(first.group);
      const limit = first.group === null ? 1 : Math.max(1, limitOf(first.group));
      const shares = Math.ceil(together.length / limit);
      const taken = together.slice(0, Math.ceil(together.length / shares));
      for (const one of taken) remove(one);
      for (const name of new Set(taken.map((one) => one.lane))) moveLaneToBack(name);
      return taken;
    },
  };
}
