/** Whether the short name of a signal takes a plural verb: "requests follow", "TTFT p95 follows". */

/**
 * Returns whether `name` is plural. A percentile or mean of many values is singular: its name ends in "p95". "Bus"
 * and "loss" are singular too.
 */
export function isPlural(name: string): boolean {
  return /[^us]s$/i.test(name);
}
