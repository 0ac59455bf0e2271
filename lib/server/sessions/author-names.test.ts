import { expect, test } from "vitest";
import { findStoredAuthorName, cacheAuthorName } from "./author-names";

test("a stored author has the present name, and a name that an earlier release stored is not returned", () => {
  cacheAuthorName("01a229f0-a8ee-7154-81f9-1e36128dda45", "Mara");
  expect(
    ["01a229f0-a8ee-7154-81f9-1e36128dda45", "operator", "system", "Ada Lovelace"].map(findStoredAuthorName),
  ).toEqual(["Mara", "operator", "system", "a person"]);
});
