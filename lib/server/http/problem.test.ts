import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { problemCodes } from "@/lib/model/problem";
import { problem as problemSchema } from "@/lib/contracts/fields";
import { problemDefinitions, toProblem } from "./problem";

beforeAll(() => {
  process.env["RIDGEPOINT_LOG_LEVEL"] = "silent";
});

describe("every error code", () => {
  test.each(problemCodes)("%s has a status, a title and a next step, and satisfies the contract", (code) => {
    const problem = toProblem(new AppError(code, "why"), "id-1");
    expect(problemSchema.parse(problem)).toMatchObject({ code, detail: "why", requestId: "id-1" });
    expect(problem.status).toBe(problemDefinitions[code].status);
    expect(problem.status).toBeGreaterThanOrEqual(400);
    expect(problem.next).toMatch(/\.$/);
  });
});

test("an error may override title and next step", () => {
  const userMessage = { title: "No trace service", next: "Choose one of the deployment." };
  expect(toProblem(new AppError("not-found", "why", { userMessage: userMessage }), "id-4")).toMatchObject({
    ...userMessage,
    status: 404,
  });
});

test("keeps the errors of the fields", () => {
  const errors = [{ pointer: "#/title", detail: "is taken" }];
  expect(toProblem(new AppError("conflict", "why", { errors }), "id-5").errors).toEqual(errors);
});

test("hides the details of a bug", () => {
  const problem = toProblem(new TypeError("secret internals"), "id-2");
  expect(problem).toMatchObject({ code: "internal", status: 500 });
  expect(JSON.stringify(problem)).not.toContain("secret internals");
});

test("an error of the database that no use case converted is reported as unavailable, not as a bug", () => {
  const error = Object.assign(new Error("secret internals"), { code: "57P01" });
  expect(toProblem(error, "id-6")).toMatchObject({ code: "database-unavailable", status: 503 });
});

test("removes passwords from URLs in the detail", () => {
  const problem = toProblem(new AppError("database-unavailable", "at postgresql://a:hush@host/x"), "id-3");
  expect(problem.detail).toBe("at postgresql://host/x");
  expect(problem.retryAfterMs).toBe(2_000);
});
