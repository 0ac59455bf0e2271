import { expect, test } from "vitest";
import { productFiles, read } from "./source-files";

const nativeInput = /type[=:]\s*["'](?:date|datetime-local|time)["']/;

test("no input has the date format of the browser's language", () => {
  const files = productFiles.filter((file) => file.endsWith(".tsx") && nativeInput.test(read(file)));
  expect(files, "use the attributes of components/shared/date-input.ts").toEqual([]);
});
