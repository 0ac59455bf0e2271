import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinPacked, joinPlain, takesGzip, writePart } from "./written-parts";

test("parts in any order and number are one plain body and one gzip body", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 6 }),
      async (texts) => {
        const parts = texts.map(writePart);
        // The same part twice, and parts packed before.
        const all = [...parts, ...parts];
        const expected = texts.join("") + texts.join("");
        expect(new TextDecoder().decode(joinPlain(all))).toBe(
          new TextDecoder().decode(new TextEncoder().encode(expected)),
        );
        expect(gunzipSync(await joinPacked(all)).equals(joinPlain(all))).toBe(true);
      },
    ),
  );
});

test("a large part is packed smaller, once", async () => {
  const part = writePart("0.2666667,".repeat(50_000));
  expect((await joinPacked([part])).length).toBeLessThan(part.plain.length / 20);
  expect(part.packed()).toBe(part.packed());
});

test.each([
  ["gzip, deflate, br", true],
  ["br;q=1.0, gzip;q=0.5", true],
  ["gzip;q=0", false],
  ["gzip;q=0.000", false],
  ["x-gzip", false],
  ["", false],
  [null, false],
])("Accept-Encoding %j takes gzip: %s", (header, expected) => {
  expect(takesGzip(header)).toBe(expected);
});
