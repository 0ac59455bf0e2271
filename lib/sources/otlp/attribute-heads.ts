/**
 * What stands before the values of attributes, `{"key":"http.route","value":{"stringValue":`, is the same in each span of a kind and
 * comes in the same order: what came next before is tried first, as one text, and taken apart only where something else stands there.
 */
import { colon, comma, openBrace, quote, type JsonText } from "./json-text";

export interface AttributeHead {
  readonly text: string;
  readonly key: string;
  /** Name of the kind of its value: "stringValue". */
  readonly kind: string;
  /** What came after it last, and before that. */
  next: AttributeHead | null;
  other: AttributeHead | null;
}

/** Spans of so many names have heads of their own; names without number are ids. */
const mostNames = 256;

export function attributeHeads() {
  const beginnings = new Map<string, AttributeHead>();
  return {
    /** What stands before the first attribute of a span of this name. */
    beginning: (name: string): AttributeHead => {
      const known = beginnings.get(name);
      if (known !== undefined) return known;
      const head = headOf("", "", "");
      if (beginnings.size < mostNames) beginnings.set(name, head);
      return head;
    },
  };
}

/** The head that is next, behind `before`; null where an attribute is not as they are mostly written. */
export function nextHead(json: JsonText, before: AttributeHead): AttributeHead | null {
  const { next, other } = before;
  if (next !== null && json.passes(next.text)) return next;
  const found = other !== null && json.passes(other.text) ? other : readHead(json);
  if (found === null) return null;
  before.other = next;
  before.next = found;
  return found;
}

/** Its key first, and a value of one plain kind. */
function readHead(json: JsonText): AttributeHead | null {
  const from = json.here();
  json.take(openBrace);
  if (json.key() !== "key" || json.next() !== quote) return null;
  const key = json.name();
  if (!json.takes(comma) || json.key() !== "value") return null;
  json.take(openBrace);
  if (json.next() !== quote) return null;
  const kind = json.name();
  json.take(colon);
  return headOf(json.since(from), key, kind);
}

function headOf(text: string, key: string, kind: string): AttributeHead {
  return { text, key, kind, next: null, other: null };
}
