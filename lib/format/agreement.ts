/** Whether a signal's short name takes its verb in the plural: "requests follow", "TTFT p95 follows". */

/** A percentile or mean of many is one number: its name ends in "p95", not in an s. "Bus" and "loss" are one thing each. */
export function isPlural(name: string): boolean {
  return /[^us]s$/i.test(name);
}
