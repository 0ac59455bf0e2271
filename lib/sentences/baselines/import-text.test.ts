import { expect, test } from "vitest";
import { importText, importTextWithoutName, withoutImporterName } from "./import-text";

const imports = [true, false, null].map((isHashVerified) => ({
  importedBy: "Ada on Mon 1 Jan, King",
  atMs: Date.UTC(2026, 10, 29, 18, 30),
  isHashVerified,
}));

test("a text of an earlier release has no name of the person who imported a baseline", () => {
  for (const imported of imports)
    expect(withoutImporterName(`Warning: ${importText(imported)} ${importText(imported)}`)).toBe(
      `Warning: ${importTextWithoutName(imported)} ${importTextWithoutName(imported)}`,
    );
});

test("other texts are not changed", () => {
  const text = "Imported by hand on Monday. Ada wrote it.";
  expect(withoutImporterName(text)).toBe(text);
});
