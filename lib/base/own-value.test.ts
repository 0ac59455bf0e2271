import { expect, test } from "vitest";
import { ownValue } from "./own-value";

test("finds own properties only", () => {
  expect(ownValue({ job: "a" }, "job")).toBe("a");
  for (const name of ["constructor", "__proto__", "toString"])
    expect(ownValue<unknown>({ job: "a" }, name)).toBeUndefined();
  expect(ownValue(JSON.parse('{"__proto__":"a"}'), "__proto__")).toBe("a");
  expect(ownValue(undefined, "job")).toBeUndefined();
});
