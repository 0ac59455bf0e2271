/**
 * State that belongs to the process, not to a module: the web framework may load one module several times, so caches,
 * connections and last-good copies hang on `globalThis` under one symbol.
 */

const key = Symbol.for("ridgepoint.process-memory");

function store(): Map<string, unknown> {
  const holder = globalThis as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map<string, unknown>();
  return holder[key];
}

/** The one value of this process under `name`, made by `create` on first use. The caller vouches for the type of its own name. */
export function processMemory<T>(name: string, create: () => T): T {
  const memory = store();
  if (!memory.has(name)) memory.set(name, create());
  return memory.get(name) as T;
}

/** For tests and for the end of a process: forgets the value under `name`. */
export function forgetProcessMemory(name: string): void {
  store().delete(name);
}

/** The newest good copy of something and when it was read; undefined until the first. */
export interface LastGood<T> {
  readonly read: () => { readonly value: T; readonly readAtMs: number } | undefined;
  readonly write: (value: T, readAtMs: number) => void;
  /**
   * Reads anew and writes that down, unless something newer was written meanwhile: a reading is as old as its beginning, so
   * what a later one found, or what was written since, is what this one began too early to see. Gives what it read.
   */
  readonly renew: (readNow: () => Promise<T>, nowMs: () => number) => Promise<T>;
}

interface Cell<T> {
  current: { readonly value: T; readonly readAtMs: number } | undefined;
  /** Counts readings and writes in the order in which they began. */
  begunCount: number;
  /** Which of them `current` is of. */
  currentOf: number;
}

/** Remembers the last good value under `name` for as long as the process lives. */
export function lastGood<T>(name: string): LastGood<T> {
  const cell = processMemory<Cell<T>>(`last-good:${name}`, () => ({
    current: undefined,
    begunCount: 0,
    currentOf: 0,
  }));
  const put = (began: number, value: T, readAtMs: number): void => {
    if (began < cell.currentOf) return;
    cell.currentOf = began;
    cell.current = { value, readAtMs };
  };
  return {
    read: () => cell.current,
    write: (value, readAtMs) => put(++cell.begunCount, value, readAtMs),
    renew: async (readNow, nowMs) => {
      const began = ++cell.begunCount;
      const value = await readNow();
      put(began, value, nowMs());
      return value;
    },
  };
}
