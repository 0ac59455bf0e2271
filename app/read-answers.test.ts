import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { defineContract } from "@/lib/contracts/contract";
import { AppError } from "@/lib/model/app-error";
import { parseEnvironment } from "@/lib/server/environment/env";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { identifyCaller } from "@/lib/server/principal";
import { personExistsStateName, cachePersonExists } from "@/lib/server/sessions/person-exists";
import { createFirstQuery, readAnswers } from "./read-answers";

const contract = defineContract({
  id: "events",
  method: "GET",
  path: "/api/v1/test",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: z.strictObject({}),
  query: z.strictObject({ limit: z.coerce.number().int() }),
  body: z.strictObject({}),
  response: z.object({ limit: z.number(), problem: z.string().nullable() }),
});

const query = endpointQuery<typeof contract>("/api/v1/test", { limit: "7" });
const headers = new Headers({ host: "localhost:3000" });
const answering: Handler<typeof contract> = ({ query: { limit } }) =>
  Promise.resolve({ limit, problem: null });
const read = (handlers: readonly Handler<typeof contract>[], limitMs = 60_000) =>
  readAnswers(
    handlers.map((handler) => createFirstQuery(contract, handler, query)),
    headers,
    limitMs,
  );
const answer = { queryKey: ["/api/v1/test", { limit: "7" }], json: '{"limit":7,"problem":null}' };

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

test("returns the response of the endpoint under the key of the browser's query", async () => {
  expect(await read([answering])).toEqual([answer]);
});

test("reads for the caller of the request", async () => {
  const inputs: HandlerInput<typeof contract>[] = [];
  await read([
    (input) => {
      inputs.push(input);
      return answering(input);
    },
  ]);
  expect(inputs.map(({ principal }) => principal)).toEqual([await identifyCaller({ headers })]);
});

test.each<readonly [string, Handler<typeof contract>]>([
  ["fails", () => Promise.reject(new AppError("source-unreachable", "refuses connections"))],
  ["reports a failed source", () => Promise.resolve({ limit: 7, problem: "down" })],
])("leaves a query to the browser that %s, and returns the others", async (_name, handler) => {
  expect(await read([handler, answering])).toEqual([answer]);
});

test("leaves a query to the browser that takes longer than the limit", async () => {
  expect(await read([() => new Promise<never>(() => undefined)], 1)).toEqual([]);
});
