import { expect, test } from "vitest";
import type { Problem, ProblemCode } from "@/lib/model/problem";
import { NetworkError, ProblemError } from "./fetch-json";
import { retryIntervalMs } from "./polling";
import { retryDelayMs } from "./retry";

const problem = (code: ProblemCode): ProblemError => new ProblemError({ code, detail: "" } as Problem);

test("what was asked wrongly is not asked again; what may be mended is, soon", () => {
  expect(retryDelayMs(problem("invalid-input"))).toBe(false);
  const mendable = [problem("source-unreachable"), problem("not-found"), new NetworkError("gone")];
  expect(mendable.map(retryDelayMs)).toEqual(mendable.map(() => retryIntervalMs));
});
