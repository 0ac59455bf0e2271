import { expect, test } from "vitest";
import { withoutRepetitions } from "./without-repetitions";

test("a sentence that an earlier fragment has is omitted", () => {
  const fragments = ["Not found", "not found. It was removed", "", "Version 2.4.1. NOT FOUND."];
  expect(withoutRepetitions(fragments)).toEqual(["Not found.", "It was removed.", "", "Version 2.4.1."]);
});
