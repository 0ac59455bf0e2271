/** The tests that `docs/faults.md` lists exist, and every row has a test or a reason. */
import { expect, test } from "vitest";
import { attackRows, faultRows } from "@/scripts/documents/fault-rows";
import { namedFaults } from "@/tests/support/sources/named-faults";
import { allFiles, read } from "./source-files";

const rows = [...faultRows, ...attackRows];

/** Returns whether the file has a test of this name, as it is written in the code. */
function hasTest(file: string, name: string): boolean {
  if (!allFiles.includes(file) || !/\.(?:test|spec)\.tsx?$/.test(file)) return false;
  const text = read(file);
  return ['"', "`"].some((quote) => text.includes(`${quote}${name}${quote},`));
}

test("every listed test exists", () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests.filter(({ file, name }) => !hasTest(file, name)).map(({ file, name }) => `${id} ${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("recognises a test that does not exist", () => {
  expect(hasTest("tests/architecture/faults.test.ts", "every listed test exists")).toBe(true);
  expect(hasTest("tests/architecture/faults.test.ts", "every listed test")).toBe(false);
  expect(hasTest("tests/architecture/none.test.ts", "every listed test exists")).toBe(false);
});

test("every fault and attack has a test or the reason for none", () => {
  expect(rows.filter(({ tests, untested }) => tests.length === 0 && untested === undefined)).toEqual([]);
});

test("faults and attacks are numbered without gaps", () => {
  expect(faultRows.map(({ id }) => id)).toEqual(faultRows.map((_, index) => `R${index + 1}`));
  expect(attackRows.map(({ id }) => id)).toEqual(attackRows.map((_, index) => `T${index + 1}`));
});

test("every fault that the fault proxy plays is a row", () => {
  const ids = new Set(faultRows.map(({ id }) => id));
  expect(namedFaults.filter(({ id }) => !ids.has(id))).toEqual([]);
});
