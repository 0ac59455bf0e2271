import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeError } from "@/lib/server/logger";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { logConsoleLine } from "./framework-log";

let lines: object[];

beforeEach(() => {
  lines = [];
  deleteProcessState("logger");
  const target = { write: (line: string) => void lines.push(JSON.parse(line) as object) };
  getProcessState("logger", () => pino({ base: null, serializers: { error: describeError } }, target));
});
afterEach(() => deleteProcessState("logger"));

test("writes an error of the framework as one line without its stack", () => {
  logConsoleLine("error", [" ⨯", new TypeError("no route\nfor it")]);
  expect(lines).toMatchObject([
    { level: 50, msg: " ⨯", error: { name: "TypeError", message: "no route\nfor it" } },
  ]);
  expect(JSON.stringify(lines)).not.toContain("framework-log.test");
});

test("removes credentials of URLs from its texts", () => {
  logConsoleLine("warn", ["Failed to fetch", "http://ada:secret@host/x"]);
  expect(lines).toMatchObject([{ level: 40, msg: "Failed to fetch http://host/x" }]);
});

test("writes nothing about a client that disconnects during a body", () => {
  logConsoleLine("error", [Object.assign(new Error("aborted"), { code: "ECONNRESET" })]);
  expect(lines).toEqual([]);
});
