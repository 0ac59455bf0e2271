/**
 * State of the process, not of a module. The framework may load one module several times, so caches, connections and
 * last good copies are stored in `globalThis` under one symbol.
 */

const key = Symbol.for("ridgepoint.process-state");

function store(): Map<string, unknown> {
  const holder = globalThis as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map<string, unknown>();
  return holder[key];
}

/**
 * Returns the value stored under `name` in this process, created by `create` on first use. All copies of a
 * module share it. The caller is responsible for its type.
 */
export function getProcessState<T>(name: string, create: () => T): T {
  const values = store();
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as T;
}

/** Deletes the value under `name`, for tests and at the end of the process. */
export function deleteProcessState(name: string): void {
  store().delete(name);
}

/** Deletes all values except those under `retainedNames`. For tests that share a process. */
export function deleteAllProcessState(retainedNames: readonly string[]): void {
  const values = store();
  for (const name of values.keys()) if (!retainedNames.includes(name)) values.delete(name);
}

/** Returns whether a value exists under `name`. */
export function hasProcessState(name: string): boolean {
  return store().has(name);
}

/** Last value that was read successfully, with the time of its read. */
export interface LastGoodValue<T> {
  readonly read: () => { readonly value: T; readonly readAtMs: number } | undefined;
  readonly write: (value: T, readAtMs: number) => void;
  /**
   * Reads again and returns the result. Stores it with the time at which the read started, unless the result of a read
   * or write that started later has been stored in the meantime.
   */
  readonly refresh: (readNow: () => Promise<T>, nowMs: () => number) => Promise<T>;
}

interface Cell<T> {
  current: { readonly value: T; readonly readAtMs: number } | undefined;
  /** Counts reads and writes in the order in which they started. */
  startedCount: number;
  /** Number of the read or write that produced `current`. */
  currentStartNumber: number;
}

/** Returns the store of the last good value under `name`, for the lifetime of the process. */
export function getLastGoodValue<T>(name: string): LastGoodValue<T> {
  const cell = getProcessState<Cell<T>>(`last-good:${name}`, () => ({
    current: undefined,
    startedCount: 0,
    currentStartNumber: 0,
  }));
  const put = (began: number, value: T, readAtMs: number): void => {
    if (began < cell.currentStartNumber) return;
    cell.currentStartNumber = began;
    cell.current = { value, readAtMs };
  };
  return {
    read: () => cell.current,
    write: (value, readAtMs) => put(++cell.startedCount, value, readAtMs),
    refresh: async (readNow, nowMs) => {
      const began = ++cell.startedCount;
      const value = await readNow();
      put(began, value, nowMs());
      return value;
    },
  };
}
