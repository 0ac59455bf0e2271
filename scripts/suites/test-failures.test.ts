import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPlaywrightFailures, readVitestFailures } from "./test-failures";

function written(report: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), "failures-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test("lists failed, skipped and unloaded tests of Vitest, shortened and without colours", () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  const file = written({
    testResults: [
      {
        name: "lib/a.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "adds", status: "passed", failureMessages: [] },
          { fullName: "divides", status: "failed", failureMessages: [`\u001b[31mno\u001b[39m\n${long}`] },
          { fullName: "waits", status: "pending" },
        ],
      },
      { name: "lib/b.test.ts", status: "failed", message: "Cannot find x", assertionResults: [] },
    ],
  });
  const failures = readVitestFailures(file);
  expect(failures.map(({ name }) => name)).toEqual(["divides", "waits", "could not be loaded"]);
  expect(failures[0]?.message.split("\n")).toHaveLength(15);
  expect(failures[0]?.message.startsWith("no\n")).toBe(true);
  expect(failures[2]?.message).toBe("Cannot find x");
});

test("a test that did not run because a hook failed has the hook's error", () => {
  const file = written({
    testResults: [
      {
        name: "tests/stack.test.ts",
        status: "failed",
        message: "postgres did not start",
        assertionResults: [{ fullName: "answers", status: "failed", failureMessages: [] }],
      },
    ],
  });
  expect(readVitestFailures(file)).toEqual([
    { file: "tests/stack.test.ts", name: "answers", message: "postgres did not start" },
  ]);
});

test("lists failed tests of Playwright with their line, at any depth", () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    file: "e2e/a.spec.ts",
    line: 7,
    ok,
    tests: [{ results: [ok ? {} : { error: { message: "expected 1" } }] }],
  });
  const file = written({
    errors: [{ message: "no stack" }],
    suites: [{ specs: [spec("fine", true)], suites: [{ specs: [spec("broken", false)] }] }],
  });
  expect(readPlaywrightFailures(file)).toEqual([
    { file: "playwright", name: "outside any test", message: "no stack" },
    { file: "e2e/a.spec.ts:7", name: "broken", message: "expected 1" },
  ]);
});

test("lists nothing without a report", () => {
  expect(readVitestFailures("/nowhere/report.json")).toEqual([]);
  expect(readPlaywrightFailures("/nowhere/report.json")).toEqual([]);
});
