import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import { defineContract } from "@/lib/contracts/contract";
import { callHandlerWithHeaders } from "./call";
import { parseEnvironment } from "./environment/env";
import { deleteProcessState, getProcessState } from "./process-state";
import { personExistsStateName, cachePersonExists } from "./sessions/person-exists";
import type { Handler } from "./handler";

const contract = defineContract({
  id: "events",
  method: "GET",
  path: "/api/v1/test",
  timeLimitMs: 50,
  maxBodyBytes: 0,
  params: z.strictObject({}),
  query: z.strictObject({ count: z.coerce.number().int().default(3) }),
  body: z.strictObject({}),
  response: z.object({ count: z.number() }),
});

const handler: Handler<typeof contract> = ({ query }) => Promise.resolve({ count: query.count });
const own = new Headers({ host: "localhost:3000" });

beforeAll(() => {
  process.env["RIDGEPOINT_LOG_LEVEL"] = "silent";
  deleteProcessState("logger");
  const variables = { DATABASE_URL: "postgresql://localhost/x", PROMETHEUS_URL: "http://localhost:9090" };
  getProcessState("environment", () => parseEnvironment(variables));
  cachePersonExists(false);
});

afterAll(() => {
  deleteProcessState("environment");
  deleteProcessState(personExistsStateName);
});

test("responds like the endpoint, with its defaults", async () => {
  expect(await callHandlerWithHeaders(own, { contract, handler, input: {} })).toEqual({
    ok: true,
    value: { count: 3 },
  });
  expect(
    await callHandlerWithHeaders(own, { contract, handler, input: { query: { count: "7" } } }),
  ).toMatchObject({
    value: { count: 7 },
  });
});

test.each([
  ["a foreign host", new Headers({ host: "evil.example.com" }), handler, {}, "forbidden"],
  ["a malformed query", own, handler, { query: { count: "x" } }, "invalid-input"],
  ["an unknown parameter", own, handler, { query: { other: 1 } as never }, "invalid-input"],
  ["a failure", own, () => Promise.reject(new AppError("not-found", "gone")), {}, "not-found"],
  ["a mistake", own, () => Promise.reject(new TypeError("x")), {}, "internal"],
  ["work that takes too long", own, () => new Promise<never>(() => undefined), {}, "timeout"],
  ["an answer that breaks the contract", own, () => Promise.resolve({ count: "7" } as never), {}, "internal"],
] as const)("returns a problem for %s", async (_name, headers, work, input, code) => {
  const result = await callHandlerWithHeaders(headers, { contract, handler: work, input });
  expect(result).toMatchObject({ ok: false, error: { code } });
});
