import { expect, test } from "vitest";
import { formatJaegerConfig } from "./jaeger";

test("Jaeger listens on loopback only", () => {
  const text = formatJaegerConfig({ query: 1, grpc: 2, otlp: 3 });
  const endpoints = [...text.matchAll(/"endpoint": "([^"]+)"/g)].map(([, endpoint]) => endpoint);
  expect(new Set(endpoints)).toEqual(new Set(["127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"]));
});
