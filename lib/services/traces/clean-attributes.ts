/** Attributes of spans fit for a browser: people's words stay where they are, and what is huge is cut and says so. */
import { unturned } from "@/lib/base/safe-text";
import type { SpanDetail } from "@/lib/contracts/traces";
import type { AttributeValue } from "@/lib/model/trace";
import { formatCount } from "@/lib/format/number";

type SentAttributes = SpanDetail["attributes"];

const mostText = 2_000;
const mostItems = 100;
const mostAttributes = 200;
const leftOut = "left out";
const content =
  /^(?:gen_ai\.(?:prompt|completion|input\.messages|output\.messages|system_instructions|tool\.definitions)|llm\.(?:prompts|completions)|input\.value|output\.value)/;

/** Whether an attribute holds what people wrote or were answered. */
export const isContent = (name: string): boolean => content.test(name);

/** Texts of prompts and answers are left out; of long texts and lists the beginning is told, with how long the whole is. */
export function cleanAttributes(attributes: Readonly<Record<string, AttributeValue>>): SentAttributes {
  const entries = Object.entries(attributes);
  const kept = entries
    .slice(0, mostAttributes)
    .map(([name, value]) => [cutLine(name), isContent(name) ? leftOut : cut(value)] as const);
  const more = entries.length - kept.length;
  return Object.fromEntries(
    more === 0 ? kept : [...kept, ["…", `${formatCount(more)} more attributes left out`]],
  );
}

function cut(value: AttributeValue): SentAttributes[string] {
  if (typeof value === "string") return cutText(value);
  if (typeof value !== "object") return value;
  const items = value
    .slice(0, mostItems)
    .map((item) => (typeof item === "string" ? unturned(item.slice(0, mostText)) : item));
  const isWhole = value.every((item) => typeof item !== "string" || item.length <= mostText);
  if (isWhole && items.length === value.length) return items;
  const characters = value.reduce((sum: number, item) => sum + String(item).length + 2, -2);
  return { beginning: items.join(", ").slice(0, mostText), characters };
}

function cutText(text: string): string | { readonly beginning: string; readonly characters: number } {
  if (text.length <= mostText) return unturned(text);
  return { beginning: unturned(text.slice(0, mostText)), characters: text.length };
}

/** A name or a sentence of a span, cut where it is huge, with how much is missing. */
export function cutLine(text: string): string {
  if (text.length <= mostText) return unturned(text);
  return `${unturned(text.slice(0, mostText))}… ${formatCount(text.length - mostText)} more characters`;
}
