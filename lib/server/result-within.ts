/** Waits a limited time for a result. */

/** Returns the result of `work` if it arrives within `ms`, otherwise undefined. The work continues. */
export async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: passed, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
