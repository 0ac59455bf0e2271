/**
 * Returns a function that computes its result once for each object and caches it as long as the object
 * exists. The objects must be immutable.
 */
export function memoizePerObject<Key extends object, Result extends object | string>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
