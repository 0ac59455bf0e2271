import { expect, test } from "vitest";
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { NetworkError, ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";
import { retryDelayMs } from "./retry";

const problem = (code: ProblemCode): ProblemError => new ProblemError({ code, detail: "" } as Problem);

test("does not retry an invalid question or a missing right, and retries recoverable failures soon", () => {
  expect(retryDelayMs(problem("invalid-input"))).toBe(false);
  expect(retryDelayMs(problem("forbidden"))).toBe(false);
  const mendable = [problem("source-unreachable"), problem("not-found"), new NetworkError("gone")];
  expect(mendable.map(retryDelayMs)).toEqual(mendable.map(() => retryIntervalMs));
});
