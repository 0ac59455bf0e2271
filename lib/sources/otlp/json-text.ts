/**
 * Sequential JSON reader for a caller that knows the expected structure. Skipped values are never created. It does
 * not validate like JSON.parse: on unexpected input the caller parses the complete text instead.
 */
import { isAscii } from "node:buffer";
import type { EpochTime } from "./epoch-time";

/** Thrown when the text does not have the expected structure. The text may still be valid JSON. */
export class NotExpected extends Error {
  override readonly name = "NotExpected";
}

export const [quote, comma, colon, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d,
] as const;
const [blank, zero] = [0x20, 0x30];
const longestTime = 20;
const digitsOfNs = 9;
/** Size of the string cache; a power of two, so that a bit mask gives the slot. */
const known = 1_024;

export class JsonText {
  readonly #text: string;
  readonly #known: string[] = Array.from<string>({ length: known }).fill("");
  #at = 0;
  /** Position of the next backslash, so that most strings are known to have no escapes. */
  #backslash: number;

  constructor(body: Uint8Array) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#text = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
    this.#backslash = this.#after("\\", 0);
  }

  /** Returns the position of the next token, for `rewind` or `since`. */
  here(): number {
    while (this.#text.charCodeAt(this.#at) <= blank) this.#at += 1;
    return this.#at;
  }

  rewind(to: number): void {
    this.#at = to;
    this.#backslash = this.#after("\\", to);
  }

  since(from: number): string {
    return this.#text.slice(from, this.#at);
  }

  /** Returns the code of the next token's first character; NaN at the end. */
  next(): number {
    return this.#text.charCodeAt(this.here());
  }

  /** Consumes the character if it is next. */
  takes(code: number): boolean {
    if (this.next() !== code) return false;
    this.#at += 1;
    return true;
  }

  take(code: number): void {
    if (!this.takes(code)) throw new NotExpected();
  }

  string(): string {
    this.take(quote);
    const from = this.#at;
    const to = this.#endOfString(from);
    this.#at = to + 1;
    return this.#backslash < to ? this.#unescaped(from, to) : this.#text.slice(from, to);
  }

  /** Reads a string that is likely to repeat; a repeated string is not allocated again. */
  name(): string {
    const from = this.here() + 1;
    const to = this.#text.indexOf('"', from);
    if (to < 0 || this.#backslash < to) return this.string();
    this.take(quote);
    const slot =
      (31 * (to - from) + 7 * this.#text.charCodeAt(to - 1) + this.#text.charCodeAt((from + to) >> 1)) &
      (known - 1);
    const before = this.#known[slot] ?? "";
    this.#at = to + 1;
    if (before.length === to - from && this.#text.startsWith(before, from)) return before;
    return (this.#known[slot] = detachedCopy(this.#text.slice(from, to)));
  }

  /** Reads a string of lower-case hexadecimal digits; returns null for another value. */
  hex(): string | null {
    const from = this.here() + 1;
    let to = from;
    for (let code = this.#text.charCodeAt(to); isHexDigit(code); code = this.#text.charCodeAt(to)) to += 1;
    return this.#stringTo(from, to);
  }

  /** Reads a string with the digits of nanoseconds since 1970; returns null for another value. */
  time(): EpochTime | null {
    const from = this.here() + 1;
    let to = from;
    while (isDigit(this.#text.charCodeAt(to))) to += 1;
    if (to - from > longestTime || !this.#isString(from, to)) return null;
    this.#at = to + 1;
    const border = Math.max(from, to - digitsOfNs);
    return { seconds: this.#numberAt(from, border), ns: this.#numberAt(border, to) };
  }

  /** Consumes `text` if it is next. */
  passes(text: string): boolean {
    if (!this.#text.startsWith(text, this.here())) return false;
    this.#at += text.length;
    return true;
  }

  /** Reads an object key and its colon. */
  key(): string {
    const key = this.name();
    this.take(colon);
    return key;
  }

  /** Reads a number; returns NaN for another value. */
  number(): number {
    const from = this.here();
    let code = this.next();
    while (code > blank && code !== comma && code !== closeBrace && code !== closeBracket)
      code = this.#text.charCodeAt((this.#at += 1));
    return from === this.#at ? NaN : Number(this.#text.slice(from, this.#at));
  }

  /** Skips the next value of any type. */
  skip(): void {
    let depth = 0;
    do {
      const code = this.next();
      if (Number.isNaN(code)) throw new NotExpected();
      if (code === quote) {
        this.#at = this.#endOfString(this.#at + 1);
      } else if (code === openBrace || code === openBracket) {
        depth += 1;
      } else if (code === closeBrace || code === closeBracket) {
        depth -= 1;
      } else if (depth === 0) {
        this.number();
        return;
      }
      this.#at += 1;
    } while (depth > 0);
  }

  /** Reads the next value with JSON.parse. */
  value(): unknown {
    const from = this.here();
    this.skip();
    return parsedOr(this.since(from));
  }

  /** Converts a run of digits. */
  #numberAt(from: number, to: number): number {
    let number = 0;
    for (let at = from; at < to; at += 1) number = number * 10 + this.#text.charCodeAt(at) - zero;
    return number;
  }

  #isString(from: number, to: number): boolean {
    return to > from && this.#text.charCodeAt(from - 1) === quote && this.#text.charCodeAt(to) === quote;
  }

  #stringTo(from: number, to: number): string | null {
    if (!this.#isString(from, to)) return null;
    this.#at = to + 1;
    return this.#text.slice(from, to);
  }

  #after(what: string, from: number): number {
    const found = this.#text.indexOf(what, from);
    return found < 0 ? Infinity : found;
  }

  /** Returns the position of the closing quote. */
  #endOfString(from: number): number {
    let to = this.#text.indexOf('"', from);
    if (to < 0) throw new NotExpected();
    if (this.#backslash < from) this.#backslash = this.#after("\\", from);
    if (to < this.#backslash) return to;
    while (isEscaped(this.#text, to)) {
      to = this.#text.indexOf('"', to + 1);
      if (to < 0) throw new NotExpected();
    }
    return to;
  }

  #unescaped(from: number, to: number): string {
    this.#backslash = this.#after("\\", to);
    const text = parsedOr(this.#text.slice(from - 1, to + 1));
    if (typeof text !== "string") throw new NotExpected();
    return text;
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHexDigit = (code: number): boolean => isDigit(code) || (code >= 0x61 && code <= 0x66);

/** Returns an internalised copy of `text`, which is compared by reference and does not retain the source text. */
function detachedCopy(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

/** Returns true after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotExpected();
    throw error;
  }
}
