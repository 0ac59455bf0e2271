import { expect, test } from "vitest";
import { presentAuthorName, rememberAuthorName } from "./author-names";

test("a stored author has the present name, and a name that an earlier release stored is not returned", () => {
  rememberAuthorName("01a229f0-a8ee-7154-81f9-1e36128dda45", "Mara");
  expect(
    ["01a229f0-a8ee-7154-81f9-1e36128dda45", "operator", "system", "Ada Lovelace"].map(presentAuthorName),
  ).toEqual(["Mara", "operator", "system", "a person"]);
});
