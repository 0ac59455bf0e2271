/** Text forms of values that a link or a stored question contains. Each value has exactly one text. */

/** Reads a value from its text, and writes it as text. */
export interface TextFormat<Value> {
  /** Returns null for a text that is not valid. */
  readonly parse: (text: string) => Value | null;
  readonly serialize: (value: Value) => string;
}

/** Text that `isValid` accepts, unchanged. */
export const validatedTextFormat = (isValid: (text: string) => boolean): TextFormat<string> => ({
  parse: (text) => (isValid(text) ? text : null),
  serialize: (value) => value,
});

/** One of the listed texts. */
export const enumTextFormat = <Value extends string>(values: readonly Value[]): TextFormat<Value> => ({
  parse: (text) => values.find((value) => value === text) ?? null,
  serialize: (value) => value,
});

/** Number between `min` and `max`, both included, without sign and exponent. */
export const numberTextFormat = (
  min: number,
  max: number,
  isValid: (value: number) => boolean = () => true,
): TextFormat<number> => ({
  parse: (text) => {
    const value = /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max && isValid(value) ? value : null;
  },
  serialize: String,
});

/** Integer between `min` and `max`, both included. */
export const integerTextFormat = (min: number, max: number): TextFormat<number> =>
  numberTextFormat(min, max, Number.isInteger);
