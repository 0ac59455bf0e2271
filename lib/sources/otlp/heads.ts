/**
 * The text before a value, such as `"spanId":` or `{"key":"http.route","value":{"stringValue":`, is usually identical
 * and in the same order in spans of one kind. The parser first compares with the previous text at this position, and
 * parses only when it differs.
 */
import { colon, comma, openBrace, quote, type JsonText } from "./json-text";

export interface Head {
  readonly text: string;
  readonly key: string;
  /** OTLP name of an attribute's value type, for example "stringValue"; empty for a field. */
  readonly kind: string;
  /** Heads that followed most recently, and before that. */
  next: Head | null;
  other: Head | null;
}

/** Number of span names with a separate chain of heads. Names beyond it contain ids. */
const maxNames = 256;

export function createHeads() {
  const beginnings = new Map<string, Head>();
  return {
    /** Position before the first field of a span. */
    span: headOf("", "", ""),
    /** Returns the position before the first attribute of a span with this name. */
    beginning: (name: string): Head => {
      const known = beginnings.get(name);
      if (known !== undefined) return known;
      const head = headOf("", "", "");
      if (beginnings.size < maxNames) beginnings.set(name, head);
      return head;
    },
  };
}

/** Returns the head that follows `before`; null when `read` finds none. */
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

/**
 * Parses the start of an attribute: first its key, then one value of a scalar type. Returns null for another layout.
 */
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
