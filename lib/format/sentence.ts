import { endSentence } from "@/lib/base/end-sentence";

/**
 * Turns a fragment such as "the source refuses the query" into a sentence: a capital at the start and one full stop
 * at the end.
 */
export function toSentence(fragment: string): string {
  const ended = endSentence(fragment);
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}

interface Refusal {
  readonly message: string;
  readonly userMessage?: { readonly title: string; readonly next: string } | undefined;
}

/** Returns why something was refused and what to do next, in sentences for the screen. */
export function describeRefusedAccess({ message, userMessage }: Refusal): string {
  return userMessage === undefined
    ? toSentence(message)
    : `${toSentence(userMessage.title)} ${userMessage.next}`;
}

/**
 * Returns a title with a lower-case initial for use within a sentence, such as "inter-token latency". Acronyms keep
 * their case.
 */
export function titleInSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Prefix of the status sentence for a window in the past. */
export const atWindowEndPrefix = "At the end of the window: ";
