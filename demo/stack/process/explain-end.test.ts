import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { explainEnd } from "./process";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-end-"));
const logFile = join(folder, "part.log");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failed = { exitCode: 1, signal: null, wasRequested: false };

test.each([
  ["up\nTypeError: Invalid URL\n    at serve (server.ts:24)\n\nNode.js v24.1.0\n", "TypeError: Invalid URL"],
  ["up\npanic: out of memory\n", "panic: out of memory"],
  ["bad flag --x\n", "bad flag --x"],
])("the log explains why a part exited", (text, reason) => {
  writeFileSync(logFile, text);
  expect(explainEnd(failed, logFile)).toBe(`exit code 1: ${reason}; log: ${logFile}`);
});

test("after a signal, the log's last line is not given as the reason", () => {
  writeFileSync(logFile, "the fleet is serving\n");
  expect(explainEnd({ exitCode: null, signal: "SIGKILL", wasRequested: false }, logFile)).toBe(
    `signal SIGKILL; log: ${logFile}`,
  );
});

test("an empty log is still named", () => {
  writeFileSync(logFile, "");
  expect(explainEnd(failed, logFile)).toBe(`exit code 1; log: ${logFile}`);
});
