import fc from "fast-check";
import { expect, test } from "vitest";
import { fillLogsTemplate, logPlaceholders, logsTemplateError, type LogPlaceholder } from "./logs-template";

test.each([
  ["https://logs.example.com/?q={traceId}", null],
  ["http://localhost:3100/{service}?from={start}&to={end}", null],
  ["javascript:alert({traceId})", "must be a URL that begins with http:// or https://"],
  ["logs.example.com/{traceId}", "must be a URL that begins with http:// or https://"],
  ["https://{service}.example.com/", "must not have a placeholder in its host"],
  [
    "https://logs.example.com/{trace}",
    "has the unknown placeholder {trace}. Known placeholders are {traceId}, {spanId}, {service}, {start}, {end}, {startIso}, {endIso}",
  ],
] as const)("%s", (template, error) => {
  expect(logsTemplateError(template)).toBe(error);
});

test("keeps the host and separate parameters for any span name", () => {
  const template = "https://logs.example.com/of/{service}/find?trace={traceId}&span={spanId}";
  const hostile = fc.constantFrom(
    ".",
    "..",
    "../..",
    "\ud800",
    "a&span=b#c",
    "/etc?x",
    "\\\\evil.example\\",
    "{spanId}",
  );
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), hostile), (name) => {
      const values = Object.fromEntries(logPlaceholders.map((key) => [key, name])) as Record<
        LogPlaceholder,
        string
      >;
      const url = new URL(fillLogsTemplate(template, values));
      expect(url.origin).toBe("https://logs.example.com");
      expect([...url.searchParams.keys()]).toEqual(["trace", "span"]);
      expect(url.hash).toBe("");
      expect(url.pathname).toMatch(/^\/of\/[^/]*\/find$/);
      expect(url.searchParams.get("trace")).toBe(
        /^\.{1,2}$/.test(name) ? name.replaceAll(".", "%2E") : name.toWellFormed(),
      );
    }),
  );
});
