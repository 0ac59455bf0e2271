import fc from "fast-check";
import { expect, test } from "vitest";
import { createBodyBuffer, bodyBufferBytes, type BodyBuffer } from "./body-buffer";

function filled(...chunks: readonly Buffer[]): BodyBuffer {
  const buffer = createBodyBuffer({ isReused: true });
  for (const chunk of chunks) buffer.add(chunk);
  return buffer;
}

const large = (letter: string): Buffer => Buffer.alloc(200_000, letter);
const chunk = fc
  .record({
    length: fc.oneof(fc.nat(9), fc.integer({ min: 0, max: bodyBufferBytes / 2 })),
    fill: fc.nat(255),
  })
  .map(({ length, fill }) => Buffer.alloc(length, fill));

test("joins chunks of any number and size in order", () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const buffer = filled(...chunks);
      expect(Buffer.concat(chunks).equals(buffer.toBytes())).toBe(true);
      buffer.release();
    }),
    { numRuns: 50 },
  );
});

test("concurrent responses use separate buffers, and a released buffer is reused", () => {
  const [first, second] = [filled(large("a"), large("b")), filled(large("c"))];
  const [one, two] = [first.toBytes(), second.toBytes()];
  expect(one.buffer).not.toBe(two.buffer);
  second.release();
  const third = filled(large("d"));
  expect(third.toBytes().buffer).toBe(two.buffer);
  expect(Buffer.concat([large("a"), large("b")]).equals(one)).toBe(true);
  first.release();
  third.release();
});

test.each([
  ["small", [Buffer.from("a"), Buffer.from("b")]],
  ["larger than the buffer", [large("a"), Buffer.alloc(bodyBufferBytes, "b")]],
])("a response that is %s is valid indefinitely", (_size, chunks) => {
  const buffer = filled(...chunks);
  const body = buffer.toBytes();
  buffer.release();
  const next = filled(large("x"));
  expect(next.toBytes().buffer).not.toBe(body.buffer);
  expect(Buffer.concat(chunks).equals(body)).toBe(true);
  next.release();
});
