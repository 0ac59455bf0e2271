/**
 * Text of any code points except lone surrogates. fast-check's "binary" unit builds large tables in every worker,
 * which takes a second.
 */
import fc from "fast-check";

const highestCodePoint = 0x10_ff_ff;
const surrogates = { from: 0xd8_00, to: 0xdf_ff } as const;
const gap = surrogates.to - surrogates.from + 1;

/** Half of the code points are below 256, where most characters that need escaping are. */
const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc
    .integer({ min: 0, max: highestCodePoint - gap })
    .map((point) => (point < surrogates.from ? point : point + gap)),
);

export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.array(codePoint, { maxLength }).map((points) => String.fromCodePoint(...points));
}
