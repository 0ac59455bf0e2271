/** Parses attributes directly from JSON text, without intermediate objects. */
import type { AttributeValue } from "@/lib/model/traces/trace";
import { attributeHead, nextHead, type Head } from "./heads";
import { closeBrace, closeBracket, comma, openBracket, quote, type JsonText } from "./json-text";
import { finiteOrText, setAttribute, safeIntegerOrText, type SpanAttributes } from "./mapper";

/** Shared value for spans without attributes. */
export const noAttributes: SpanAttributes = {};

/**
 * Parses a list of attributes. Returns null for an uncommon layout: a key that is not first, or a value that is not a
 * single scalar type.
 */
export function plainAttributes(json: JsonText, beginning: Head): SpanAttributes | null {
  json.take(openBracket);
  if (json.takes(closeBracket)) return noAttributes;
  const result: Record<string, AttributeValue> = {};
  let head = beginning;
  do {
    const next = nextHead(json, head, attributeHead);
    if (next === null) return null;
    head = next;
    const value = json.next() === quote ? ofText(head.kind, json) : ofToken(head.kind, json);
    if (value === null || !json.takes(closeBrace) || !json.takes(closeBrace)) return null;
    setAttribute(result, head.key, value);
  } while (json.takes(comma));
  json.take(closeBracket);
  return result;
}

function ofText(kind: string, json: JsonText): AttributeValue | null {
  if (kind === "stringValue") return json.string();
  if (kind === "intValue") return safeIntegerOrText(json.string());
  return kind === "doubleValue" ? finiteOrText(json.string()) : null;
}

function ofToken(kind: string, json: JsonText): AttributeValue | null {
  if (kind === "boolValue") {
    const value = json.value();
    return typeof value === "boolean" ? value : null;
  }
  if (kind !== "intValue" && kind !== "doubleValue") return null;
  const value = json.number();
  if (!Number.isFinite(value)) return null;
  return kind === "intValue" ? safeIntegerOrText(value) : value;
}
