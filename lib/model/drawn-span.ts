/** What of a span is drawn without being looked at: its flags as bits of one number, so that a trace of many spans is short. */
import { spanFlags, type SpanFlag } from "./trace";

const bitOf = new Map<SpanFlag, number>(spanFlags.map((flag, index) => [flag, 1 << index]));

export const errorBit = 1 << spanFlags.length;
/** A row in the place of a parent that never came: no span. */
export const missingBit = 1 << (spanFlags.length + 1);

export function flagBits(flags: readonly SpanFlag[], isError: boolean): number {
  return flags.reduce((bits, flag) => bits | (bitOf.get(flag) ?? 0), isError ? errorBit : 0);
}

export function flagsOf(bits: number): readonly SpanFlag[] {
  return spanFlags.filter((flag) => (bits & (bitOf.get(flag) ?? 0)) !== 0);
}

/** Between the ids of a trace's spans, which are one text: no id contains it. */
export const idSeparator = " ";
