/** Grammatical number: nouns and verbs that agree with a count, and names that are plural. */
import { formatCount } from "./number";

/** Returns a count with its noun: "1 call", "2,300 calls". `plural` is for nouns that do not only add an s. */
export function countWithNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${singularOrPlural(count, singular, plural)}`;
}

/** Returns the form that agrees with `count`, such as "is" for 1 and "are" for any other count. */
export function singularOrPlural<const T>(count: number, singular: T, plural: T): T {
  return count === 1 ? singular : plural;
}

/**
 * Returns whether the short name of a signal takes a plural verb: "requests follow", "TTFT p95 follows". A name with a
 * percentile is singular, because it does not end in "s". "Bus" and "loss" are also singular.
 */
export function isPlural(name: string): boolean {
  return /[^us]s$/i.test(name);
}
