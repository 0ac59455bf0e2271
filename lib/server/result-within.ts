/** What is worth a short wait, and no long one. */

/** The outcome of `work` where it is there within `ms`; undefined where it takes longer. The work goes on. */
export async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: passed, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
