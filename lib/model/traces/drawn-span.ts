/** The flags of a span as bits of one number, so that the response for a trace with many spans is small. */
import { spanFlags, type SpanFlag } from "./trace";

const bitOf = new Map<SpanFlag, number>(spanFlags.map((flag, index) => [flag, 1 << index]));

/** Bit that marks a span with an error, after the bits of `spanFlags`. */
export const errorFlagBit = 1 << spanFlags.length;
/** Bit that marks a row that replaces a missing parent span. */
export const missingFlagBit = 1 << (spanFlags.length + 1);

/** Packs the flags of a span and its error into one number. */
export function packFlags(flags: readonly SpanFlag[], isError: boolean): number {
  return flags.reduce((bits, flag) => bits | (bitOf.get(flag) ?? 0), isError ? errorFlagBit : 0);
}

/** Returns the flags of a span from a packed number, without its error. */
export function unpackFlags(bits: number): readonly SpanFlag[] {
  return spanFlags.filter((flag) => (bits & (bitOf.get(flag) ?? 0)) !== 0);
}

/** Separator between the span ids of a trace in one text. No id contains a space. */
export const idSeparator = " ";
