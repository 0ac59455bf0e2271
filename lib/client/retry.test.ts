import { expect, test } from "vitest";
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { NetworkError, ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";
import { isRefusedWrite, retryDelayMs } from "./retry";

const problem = (code: ProblemCode): ProblemError => new ProblemError({ code, detail: "" } as Problem);

test.each([
  [400, true],
  [404, true],
  [409, true],
  [413, true],
  [429, false],
  [503, false],
])("a write that the server answers with %s is refused: %s", (status, isRefused) => {
  expect(isRefusedWrite(new ProblemError({ status, detail: "" } as Problem))).toBe(isRefused);
});

test("a write that the server does not answer is not refused", () => {
  expect(isRefusedWrite(new NetworkError("gone"))).toBe(false);
});

test("does not retry an invalid question or a missing right, and retries recoverable failures soon", () => {
  expect(retryDelayMs(problem("invalid-input"))).toBe(false);
  expect(retryDelayMs(problem("forbidden"))).toBe(false);
  const mendable = [problem("source-unreachable"), problem("not-found"), new NetworkError("gone")];
  expect(mendable.map(retryDelayMs)).toEqual(mendable.map(() => retryIntervalMs));
});
