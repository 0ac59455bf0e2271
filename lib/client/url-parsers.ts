/** Parsers of URL parameters that several pages use, and the check of a link's parameters. */
import { createParser, type inferParserType, type ParserMap } from "nuqs/server";
import {
  integerTextFormat,
  numberTextFormat,
  validatedTextFormat,
  type TextFormat,
} from "@/lib/base/text/text-format";

/** Parses text in the format, and writes it in the same format. */
export const parseAsFormat = <Value>(format: TextFormat<Value>) => createParser<Value>(format);

/** Parses text that `isValid` accepts and writes it unchanged. */
export const parseAsText = (isValid: (text: string) => boolean) =>
  parseAsFormat(validatedTextFormat(isValid));

/** Parses text that matches `pattern`. */
export const parseAsMatch = (pattern: RegExp) => parseAsText((text) => pattern.test(text));

const slug = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/** Returns whether a text is a valid slug. */
export const isSlug = (text: string): boolean => slug.test(text);

/** Parses the slug of a deployment. */
export const parseAsSlug = parseAsText(isSlug);

/** Parses a label value: any text of limited length. */
export const parseAsLabelValue = parseAsMatch(/^[\s\S]{1,256}$/);

/** Parses a number between `min` and `max`, both included, without sign and exponent. */
export const parseAsNumberBetween = (min: number, max: number) => parseAsFormat(numberTextFormat(min, max));

/** Parses an integer between `min` and `max`, both included. */
export const parseAsIntegerBetween = (min: number, max: number) => parseAsFormat(integerTextFormat(min, max));

/** Values that parsers read from the URL. */
export type UrlState<Parsers extends ParserMap> = Readonly<inferParserType<Parsers>>;

/** Returns the names of the parameters in `search` that their parsers reject. */
export function findInvalidNames(
  search: Pick<URLSearchParams, "get">,
  parsers: ParserMap,
  urlKeys: Readonly<Partial<Record<string, string>>> = {},
): readonly string[] {
  return Object.entries(parsers).flatMap(([name, parser]) => {
    const urlKey = urlKeys[name] ?? name;
    const text = search.get(urlKey);
    return text === null || parser.type === "multi" || parser.parse(text) !== null ? [] : [urlKey];
  });
}
