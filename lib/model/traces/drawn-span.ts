/** The flags of a span as bits of one number, so that the response for a trace with many spans is small. */
import { spanFlags, type SpanFlag } from "./trace";

const bitOf = new Map<SpanFlag, number>(spanFlags.map((flag, index) => [flag, 1 << index]));

/** Bit that marks a span with an error. It follows the bits of `spanFlags`. */
export const errorFlagBit = 1 << spanFlags.length;
/** A row that replaces a missing parent span. */
export const missingFlagBit = 1 << (spanFlags.length + 1);

export function packFlags(flags: readonly SpanFlag[], isError: boolean): number {
  return flags.reduce((bits, flag) => bits | (bitOf.get(flag) ?? 0), isError ? errorFlagBit : 0);
}

export function unpackFlags(bits: number): readonly SpanFlag[] {
  return spanFlags.filter((flag) => (bits & (bitOf.get(flag) ?? 0)) !== 0);
}

/** Separates the ids of a trace's spans in one text. No id contains a space. */
export const idSeparator = " ";
