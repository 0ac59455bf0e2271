/** Names signals within sentences and tables that have no other context, such as a group of panels. */
import { titleInSentence } from "@/lib/format/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

/**
 * Returns the abbreviation of a signal that has one, such as "TTFT"; otherwise its title, such as "queue time" or "GPU
 * memory used". The short labels of panels, such as "used" and "queue", are ambiguous outside their group.
 */
export function signalPhrase(id: SignalId): string {
  const { label, title } = signalDefinition(id);
  if (/^[A-Z\d]{2,}$/.test(label) && title.includes(label) && title.includes(",")) return label;
  return titleInSentence(title);
}

/** Abbreviations that are spelled out and begin with the sound of a vowel: "an E2E latency", but "a TTFT". */
const vowelStart = /^(?:[AEFHILMNORSX][A-Z\d]+\b|[aeio])/;

/** Returns the phrase of a signal with its indefinite article: "a TTFT", "an E2E". */
export function signalWithArticle(id: SignalId): string {
  const phrase = signalPhrase(id);
  return `${vowelStart.test(phrase) ? "an" : "a"} ${phrase}`;
}
