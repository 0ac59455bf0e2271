import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { AppError } from "@/lib/model/app-error";
import type { TraceQuery, TraceReader } from "@/lib/model/traces/trace-reader";
import { findSimilarOperations } from "./similar-operations";

const trace = drawnTrace(
  [
    { ...drawnSpan({ id: "a1", at: [0, 10] }), service: "chat", operation: "POST /v1/chat/completions" },
    { ...drawnSpan({ id: "b2", at: [1, 9] }), service: "chat", operation: "tokenize_input" },
    { ...drawnSpan({ id: "c3", at: [2, 8] }), service: "engine", operation: "tokenize_inputs" },
  ],
  "1".padStart(32, "0"),
);
const window = { startMs: 0, endMs: 60_000 };
const nothing = { returnedCount: 0, filteredOutCount: 0 };

function readerOf(queries: TraceQuery[], fail?: Error): TraceReader {
  return {
    api: "v3",
    timeResolutionMs: 1,
    services: () => Promise.resolve(["chat"]),
    get: () => Promise.resolve(null),
    search: (query) => {
      queries.push(query);
      return fail === undefined
        ? Promise.resolve({ traces: [trace], hasReachedLimit: false, sentRequest: "GET" })
        : Promise.reject(fail);
    },
  };
}

const near = (operation: string, queries: TraceQuery[] = [], read = nothing) =>
  findSimilarOperations(
    readerOf(queries),
    { service: "chat", window, maxTraces: 100, filters: { operation } },
    read,
  ).then(({ inService }) => inService);

test("suggests similar operations of the service when no trace has the requested one", async () => {
  const queries: TraceQuery[] = [];
  expect(await near("chat completions", queries)).toEqual(["POST /v1/chat/completions"]);
  expect(queries).toMatchObject([{ service: "chat", window, maxTraces: 50 }]);
  expect(queries[0]).not.toHaveProperty("operation");
  expect(await near("tokenise_input")).toEqual(["tokenize_input"]);
  expect(await near("decode")).toEqual([]);
});

test("queries nothing when traces were found, and ignores a failing source", async () => {
  const queries: TraceQuery[] = [];
  expect(await near("tokenize", queries, { returnedCount: 0, filteredOutCount: 3 })).toEqual([]);
  expect(queries).toEqual([]);
  const failing = readerOf([], new AppError("source-unreachable", "gone"));
  const ask = { service: "chat", window, maxTraces: 100, filters: { operation: "tokenize" } };
  expect(await findSimilarOperations(failing, ask, nothing)).toEqual({ inService: [], inOtherServices: [] });
});

test("suggests the operation in another service of the deployment, but not in foreign services", async () => {
  const ask = { service: "chat", window, maxTraces: 100, filters: { operation: "tokenize_inputs" } };
  const suggested = (otherServices: readonly string[]) =>
    findSimilarOperations(readerOf([]), { ...ask, otherServices }, nothing);
  expect(await suggested(["chat", "engine"])).toEqual({
    inService: ["tokenize_input"],
    inOtherServices: [{ service: "engine", operation: "tokenize_inputs" }],
  });
  expect(await suggested(["chat"])).toMatchObject({ inOtherServices: [] });
});
