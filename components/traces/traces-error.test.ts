import { expect, test } from "vitest";
import type { Problem } from "@/lib/model/problem";
import { ProblemError } from "@/lib/client/fetch-json";
import { toTracesError } from "./traces-error";

test("keeps the server's problem, and adds the retry interval to other errors", () => {
  const problem: Problem = {
    type: "urn:ridgepoint:problem:source-slow",
    code: "source-slow",
    title: "The source did not answer in time",
    status: 504,
    detail: "Jaeger did not answer within 10 s",
    next: "Choose a shorter window.",
    requestId: "1",
  };
  expect(toTracesError(new ProblemError(problem), "every ten seconds")).toEqual(problem);
  expect(toTracesError(new TypeError("no network"), "every ten seconds")).toEqual({
    title: "Traces cannot be loaded",
    detail: "no network",
    next: "Ridgepoint retries every ten seconds.",
  });
  expect(toTracesError(null, "every ten seconds")).toBeNull();
});
