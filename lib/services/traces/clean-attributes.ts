/** Attributes of spans fit for a browser: people's words stay where they are, and what is huge is cut and says so. */
import { escapeControlCharacters } from "@/lib/base/safe-text";
import type { SpanDetail } from "@/lib/contracts/traces";
import type { AttributeValue } from "@/lib/model/trace";
import { formatCount } from "@/lib/format/number";

type SentAttributes = SpanDetail["attributes"];

const maxTextLength = 2_000;
const maxItems = 100;
const maxAttributes = 200;
const omittedText = "left out";
const content =
  /^(?:gen_ai\.(?:prompt|completion|input\.messages|output\.messages|system_instructions|tool\.definitions)|llm\.(?:prompts|completions)|input\.value|output\.value)/;

/** Whether an attribute holds what people wrote or were answered. */
export const isContent = (name: string): boolean => content.test(name);

/** Texts of prompts and answers are left out; of long texts and lists the beginning is told, with how long the whole is. */
export function cleanAttributes(attributes: Readonly<Record<string, AttributeValue>>): SentAttributes {
  const entries = Object.entries(attributes);
  const included = entries
    .slice(0, maxAttributes)
    .map(([name, value]) => [truncateLine(name), isContent(name) ? omittedText : truncate(value)] as const);
  const omittedCount = entries.length - included.length;
  return Object.fromEntries(
    omittedCount === 0
      ? included
      : [...included, ["…", `${formatCount(omittedCount)} more attributes left out`]],
  );
}

function truncate(value: AttributeValue): SentAttributes[string] {
  if (typeof value === "string") return truncateText(value);
  if (typeof value !== "object") return value;
  const items = value
    .slice(0, maxItems)
    .map((item) => (typeof item === "string" ? escapeControlCharacters(item.slice(0, maxTextLength)) : item));
  const isComplete = value.every((item) => typeof item !== "string" || item.length <= maxTextLength);
  if (isComplete && items.length === value.length) return items;
  const characters = value.reduce((sum: number, item) => sum + String(item).length + 2, -2);
  return { prefix: items.join(", ").slice(0, maxTextLength), totalCharacters: characters };
}

function truncateText(text: string): string | { readonly prefix: string; readonly totalCharacters: number } {
  if (text.length <= maxTextLength) return escapeControlCharacters(text);
  return { prefix: escapeControlCharacters(text.slice(0, maxTextLength)), totalCharacters: text.length };
}

/** A name or a sentence of a span, cut where it is huge, with how much is missing. */
export function truncateLine(text: string): string {
  if (text.length <= maxTextLength) return escapeControlCharacters(text);
  return `${escapeControlCharacters(text.slice(0, maxTextLength))}… ${formatCount(text.length - maxTextLength)} more characters`;
}
