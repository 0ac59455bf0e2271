import { expect, test } from "vitest";
import type { ApiDescription } from "@/lib/contracts/installation/api-description";
import { groupEndpoints, listEndpoints } from "./endpoint-groups";

const operation = (operationId: string, tag: string) => ({
  operationId,
  summary: operationId.replaceAll("-", " "),
  description: "",
  tags: [tag],
});
const description: ApiDescription = {
  openapi: "3.1.0",
  info: { title: "Ridgepoint", version: "1" },
  paths: {
    "/api/v1/gates": { get: operation("gates", "gates"), post: operation("create-gate", "gates") },
    "/api/v1/events": { post: operation("record-event", "events") },
  },
  components: { schemas: {} },
};
const endpoints = listEndpoints(description);
const found = (text: string) =>
  groupEndpoints(endpoints, text).map((group) => [
    group.tag,
    group.endpoints.map(({ method, path }) => `${method} ${path}`),
  ]);

test("endpoints are grouped by noun, and every word of the filter must match", () => {
  expect(found("")).toEqual([
    ["gates", ["GET /api/v1/gates", "POST /api/v1/gates"]],
    ["events", ["POST /api/v1/events"]],
  ]);
  expect(found(" post GATE ")).toEqual([["gates", ["POST /api/v1/gates"]]]);
  expect(found("record")).toEqual([["events", ["POST /api/v1/events"]]]);
  expect(found("no such endpoint")).toEqual([]);
});
