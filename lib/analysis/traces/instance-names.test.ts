import { expect, test } from "vitest";
import { createSpan } from "./fixtures";
import { listSpanInstanceNames } from "./instance-names";

const proxy = createSpan({ spanId: "proxy", attributes: { "server.address": "chat-1:8000" } });
const engine = createSpan({
  spanId: "engine",
  parentSpanId: "proxy",
  resource: { "host.name": "node-7", "service.instance.id": "replica-3" },
});
const prefill = createSpan({ spanId: "prefill", parentSpanId: "engine" });
const spans = [prefill, engine, proxy];

test("the span's attributes come first, then those of its ancestors", () => {
  expect(listSpanInstanceNames(spans, proxy)).toEqual(["chat-1:8000"]);
  expect(listSpanInstanceNames(spans, prefill)).toEqual(["replica-3", "node-7", "chat-1:8000"]);
});

test("stops at cycles and missing parents, and ignores values that are not names", () => {
  const [a, b] = [
    createSpan({ spanId: "a", parentSpanId: "b" }),
    createSpan({ spanId: "b", parentSpanId: "a" }),
  ];
  expect(listSpanInstanceNames([a, b], a)).toEqual([]);
  expect(listSpanInstanceNames([engine], engine)).toEqual(["replica-3", "node-7"]);
  const odd = createSpan({
    spanId: "odd",
    attributes: { "server.address": 7, "host.name": "x".repeat(201) },
  });
  expect(listSpanInstanceNames([odd], odd)).toEqual([]);
});
