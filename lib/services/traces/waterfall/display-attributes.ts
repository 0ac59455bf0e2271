/** Prepares span attributes for the browser: omits prompt text, and truncates large values with a note. */
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import type { SpanDetail } from "@/lib/contracts/traces/traces";
import type { AttributeValue } from "@/lib/model/traces/trace";
import { countWithNoun } from "@/lib/format/agreement";

type SentAttributes = SpanDetail["attributes"];

const maxTextLength = 2_000;
const maxItems = 100;
const maxAttributes = 200;
const omittedText = "omitted";
const content =
  /^(?:gen_ai\.(?:prompt|completion|input\.messages|output\.messages|system_instructions|tool\.definitions)|llm\.(?:prompts|completions)|input\.value|output\.value)/;

/** Returns whether an attribute contains the text of a prompt or completion, by its name. */
export const isPromptOrCompletion = (name: string): boolean => content.test(name);

/** Options for the display of span attributes. */
export interface AttributeDisplayOptions {
  /** True if the text of prompts and completions is included, because a person requested it. */
  readonly includesPromptText?: boolean;
}

/**
 * Prepares attributes for display: omits the text of prompts and completions unless it is requested, and
 * truncates long texts and lists, with their length.
 */
export function prepareAttributesForDisplay(
  attributes: Readonly<Record<string, AttributeValue>>,
  { includesPromptText = false }: AttributeDisplayOptions = {},
): SentAttributes {
  const entries = Object.entries(attributes);
  const included = entries
    .slice(0, maxAttributes)
    .map(
      ([name, value]) =>
        [
          truncateLine(name),
          isPromptOrCompletion(name) && !includesPromptText ? omittedText : truncateValue(value),
        ] as const,
    );
  const omittedCount = entries.length - included.length;
  return Object.fromEntries(
    omittedCount === 0
      ? included
      : [...included, ["…", `${countWithNoun(omittedCount, "more attribute")} omitted`]],
  );
}

function truncateValue(value: AttributeValue): SentAttributes[string] {
  if (typeof value === "string") return truncateText(value);
  if (typeof value !== "object") return value;
  const items = value
    .slice(0, maxItems)
    .map((item) => (typeof item === "string" ? escapeHiddenCharacters(item.slice(0, maxTextLength)) : item));
  const isComplete = value.every((item) => typeof item !== "string" || item.length <= maxTextLength);
  if (isComplete && items.length === value.length) return items;
  const characters = value.reduce((sum: number, item) => sum + String(item).length + 2, -2);
  return { prefix: items.join(", ").slice(0, maxTextLength), totalCharacters: characters };
}

function truncateText(text: string): string | { readonly prefix: string; readonly totalCharacters: number } {
  if (text.length <= maxTextLength) return escapeHiddenCharacters(text);
  return { prefix: escapeHiddenCharacters(text.slice(0, maxTextLength)), totalCharacters: text.length };
}

/** Truncates a name or message of a span, with the number of missing characters. */
export function truncateLine(text: string): string {
  if (text.length <= maxTextLength) return escapeHiddenCharacters(text);
  return `${escapeHiddenCharacters(text.slice(0, maxTextLength))}… ${countWithNoun(text.length - maxTextLength, "more character")}`;
}
