/** Schemas of form fields. A field contains text; its schema returns the value of the request body. */
import {
  array,
  config,
  custom,
  discriminatedUnion,
  enum as enumOf,
  literal,
  NEVER,
  object,
  pipe,
  safeParse,
  string,
  superRefine,
  transform,
  _default,
  type core,
} from "zod/mini";
import { fail, succeed, type Result } from "@/lib/base/result";
import { formatCount } from "@/lib/format/number";

// The content security policy of the pages forbids the code that Zod generates by default. The server keeps it.
if (typeof window !== "undefined") config({ jitless: true });

/** The parts of Zod that forms use. The complete namespace would add 80 kB to the browser's code. */
export const z = {
  NEVER,
  _default,
  array,
  custom,
  discriminatedUnion,
  enum: enumOf,
  literal,
  object,
  pipe,
  safeParse,
  string,
  superRefine,
  transform,
};

/** Schema that converts the values of a form's fields to a request body. */
export type FormSchema<Values, Body> = core.$ZodType<Body, Values>;

/** Parser of a field's text without surrounding spaces: returns its value, or a validation error. */
export type ParseText<T> = (text: string) => Result<T, string>;

/** Returns the schema of a text field whose text `parse` converts to its value. */
export function textField<T>(parse: ParseText<T>) {
  return exactTextField((text) => parse(text.trim()));
}

/** Returns the schema of a text field whose spaces belong to the value, such as a password. */
export function exactTextField<T>(parse: ParseText<T>) {
  return z.pipe(
    z.string(),
    z.transform((text: string, { issues }): T => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      issues.push({ code: "custom", message: parsed.error, input: text });
      return NEVER;
    }),
  );
}

/** Returns the schema of a list of options that refuses an empty list with `message`. */
export function nonEmptyList<T extends string>(message: string) {
  return z.pipe(
    z.custom<readonly T[]>(),
    z.transform((values: readonly T[], { issues }): T[] => {
      if (values.length === 0) issues.push({ code: "custom", message, input: values });
      return [...values];
    }),
  );
}

/** Errors of a list: one entry per row, null for a valid row, or one error of the list. */
export type RowErrors = readonly (string | null)[] | string;

/** Returns the schema of a list whose rows depend on each other. Errors of a row are shown next to `errorField`. */
export function listField<Row, T>(
  errorField: keyof Row & string,
  parse: (rows: readonly Row[]) => Result<T, RowErrors>,
) {
  return z.pipe(
    z.custom<readonly Row[]>(),
    z.transform((rows: readonly Row[], { issues }): T => {
      const parsed = parse(rows);
      if (parsed.ok) return parsed.value;
      const { error } = parsed;
      if (typeof error === "string") issues.push({ code: "custom", message: error, input: rows });
      else
        for (const [index, message] of error.entries())
          if (message !== null)
            issues.push({ code: "custom", path: [index, errorField], message, input: rows[index] });
      return NEVER;
    }),
  );
}

/** Returns a parser that refuses the empty text with `message`. */
export const nonEmpty =
  (message = "must not be empty"): ParseText<string> =>
  (text) =>
    text === "" ? fail(message) : succeed(text);

/** Returns a parser that refuses a text with the error that `findError` returns for it. */
export const validatedBy =
  (findError: (text: string) => string | null): ParseText<string> =>
  (text) => {
    const error = findError(text);
    return error === null ? succeed(text) : fail(error);
  };

interface NumberOptions {
  /** One display unit in the unit of the request body, for example 1e9 for gigabytes. Default: 1. */
  readonly unit?: number;
  /** Largest accepted number, in display units. Absent if every positive number is accepted. */
  readonly max?: number;
}

/** Returns a parser for a positive number. */
export const positiveNumber =
  ({ unit = 1, max = Infinity }: NumberOptions = {}): ParseText<number> =>
  (text) => {
    const value = Number(text);
    if (value * unit === Infinity) return fail("is too large");
    if (value > 0 && value <= max) return succeed(value * unit);
    const limit = max === Infinity ? "" : `, at most ${formatCount(max)}`;
    return fail(`must be a number above 0${limit}`);
  };

/** Returns a parser that converts the empty text to null. */
export const nullIfEmpty =
  <T>(parse: ParseText<T>): ParseText<T | null> =>
  (text) =>
    text === "" ? succeed(null) : parse(text);

/** Returns a parser for one of the listed options. */
export const parseOption =
  <T extends string>(options: readonly T[]): ParseText<T> =>
  (text) => {
    const option = options.find((one) => one === text);
    return option === undefined ? fail("must be one of the options") : succeed(option);
  };
