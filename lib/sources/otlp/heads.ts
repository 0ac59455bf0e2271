/**
 * What stands before values, `"spanId":` or `{"key":"http.route","value":{"stringValue":`, is the same in each span of a kind and comes
 * in the same order: what came next before is tried first, as one text, and taken apart only where something else stands there.
 */
import { colon, comma, openBrace, quote, type JsonText } from "./json-text";

export interface Head {
  readonly text: string;
  readonly key: string;
  /** Name of the kind of an attribute's value: "stringValue"; of a field nothing. */
  readonly kind: string;
  /** What came after it last, and before that. */
  next: Head | null;
  other: Head | null;
}

/** Spans of so many names have heads of their own; names without number are ids. */
const maxNames = 256;

export function heads() {
  const beginnings = new Map<string, Head>();
  return {
    /** What stands before the first field of a span. */
    span: headOf("", "", ""),
    /** What stands before the first attribute of a span of this name. */
    beginning: (name: string): Head => {
      const known = beginnings.get(name);
      if (known !== undefined) return known;
      const head = headOf("", "", "");
      if (beginnings.size < maxNames) beginnings.set(name, head);
      return head;
    },
  };
}

/** The head that is next, behind `before`; null where `read` finds none. */
export function nextHead(json: JsonText, before: Head, read: (json: JsonText) => Head | null): Head | null {
  const { next, other } = before;
  if (next !== null && json.passes(next.text)) return next;
  const found = other !== null && json.passes(other.text) ? other : read(json);
  if (found === null) return null;
  before.other = next;
  before.next = found;
  return found;
}

export function fieldHead(json: JsonText): Head {
  const from = json.here();
  const key = json.key();
  return headOf(json.since(from), key, "");
}

/** Its key first, and a value of one plain kind; null where it is not as attributes are mostly written. */
export function attributeHead(json: JsonText): Head | null {
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

function headOf(text: string, key: string, kind: string): Head {
  return { text, key, kind, next: null, other: null };
}
