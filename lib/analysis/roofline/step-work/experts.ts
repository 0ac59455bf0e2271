/**
 * Computes how many different experts of a layer a step reads: E · (1 − (1 − k/E)^T) for T tokens that are each
 * routed to k of E, if routing is uniform and independent. Real routing is skewed, so fewer are read. min(T·k, E), as
 * engines estimate, is the maximum.
 */
import type { Experts } from "@/lib/model/roofline/architecture";

/** Returns the mean number of different experts of a layer that `tokens` tokens use, if routing is uniform. */
export function expectedDistinctExperts(
  { count, perToken }: Pick<Experts, "count" | "perToken">,
  tokens: number,
): number {
  return count * (1 - (1 - perToken / count) ** tokens);
}

/** Returns the largest number of different experts of a layer that `tokens` tokens can use. */
export function maxDistinctExperts(
  { count, perToken }: Pick<Experts, "count" | "perToken">,
  tokens: number,
): number {
  return Math.min(count, tokens * perToken);
}
