import { expect, test } from "vitest";
import { formatEnvironmentLines } from "./environment-lines";

const prometheus = { prefix: "PROMETHEUS", url: "http://prometheus:9090", failure: null } as const;
const jaeger = { prefix: "JAEGER", url: "https://jaeger.example.com/jaeger", failure: null } as const;

test("writes one line per source", () => {
  expect(formatEnvironmentLines([prometheus, jaeger], { removesTempo: false })).toBe(
    "PROMETHEUS_URL=http://prometheus:9090\nJAEGER_URL=https://jaeger.example.com/jaeger\n",
  );
});

test("lists the variables of credentials and of the CA only for the source that needs them", () => {
  const text = formatEnvironmentLines(
    [
      { ...prometheus, failure: "auth-failed" },
      { ...jaeger, failure: "untrusted" },
    ],
    { removesTempo: false },
  );
  expect(text).toContain("# PROMETHEUS_BEARER_TOKEN_FILE=");
  expect(text).not.toContain("JAEGER_BEARER_TOKEN_FILE");
  expect(text).toContain("# JAEGER_CA_FILE=");
  expect(text).not.toContain("PROMETHEUS_CA_FILE");
});

test("states that TEMPO_URL must be removed", () => {
  expect(formatEnvironmentLines([prometheus, jaeger], { removesTempo: true })).toMatch(/# Remove TEMPO_URL/);
});

test.each([
  ["http://a/$(id)", "PROMETHEUS_URL='http://a/$(id)'\n"],
  ["http://a/it's;id", "PROMETHEUS_URL='http://a/it%27s;id'\n"],
])("writes %s so that a shell runs no part of it", (url, line) => {
  expect(formatEnvironmentLines([{ ...prometheus, url }], { removesTempo: false })).toBe(line);
});
