import { expect, test } from "vitest";
import { toCanonicalJson } from "./canonical-json";

test("the order of keys does not change the text, the order of a list does", () => {
  expect(toCanonicalJson({ b: [{ d: 1, c: null }], a: "x", e: undefined })).toBe(
    '{"a":"x","b":[{"c":null,"d":1}]}',
  );
  expect(toCanonicalJson([2, 1])).not.toBe(toCanonicalJson([1, 2]));
});
