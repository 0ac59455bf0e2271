import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyRoom, roomBytes, type BodyRoom } from "./body-room";

function filled(...chunks: readonly Buffer[]): BodyRoom {
  const room = bodyRoom();
  for (const chunk of chunks) room.add(chunk);
  return room;
}

const large = (letter: string): Buffer => Buffer.alloc(200_000, letter);
const chunk = fc
  .record({ length: fc.oneof(fc.nat(9), fc.integer({ min: 0, max: roomBytes / 2 })), fill: fc.nat(255) })
  .map(({ length, fill }) => Buffer.alloc(length, fill));

test("chunks of any number and size are one piece, in order", () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const room = filled(...chunks);
      expect(Buffer.concat(chunks).equals(room.whole())).toBe(true);
      room.giveBack();
    }),
    { numRuns: 50 },
  );
});

test("two answers at once have rooms of their own; when one is given back, the next has it", () => {
  const [first, second] = [filled(large("a"), large("b")), filled(large("c"))];
  const [one, two] = [first.whole(), second.whole()];
  expect(one.buffer).not.toBe(two.buffer);
  second.giveBack();
  const third = filled(large("d"));
  expect(third.whole().buffer).toBe(two.buffer);
  expect(Buffer.concat([large("a"), large("b")]).equals(one)).toBe(true);
  first.giveBack();
  third.giveBack();
});

test.each([
  ["small", [Buffer.from("a"), Buffer.from("b")]],
  ["larger than a room", [large("a"), Buffer.alloc(roomBytes, "b")]],
])("an answer that is %s is its own for good", (_size, chunks) => {
  const room = filled(...chunks);
  const body = room.whole();
  room.giveBack();
  const next = filled(large("x"));
  expect(next.whole().buffer).not.toBe(body.buffer);
  expect(Buffer.concat(chunks).equals(body)).toBe(true);
  next.giveBack();
});
