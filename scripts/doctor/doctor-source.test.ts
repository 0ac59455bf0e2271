import { expect, test } from "vitest";
import { readArguments } from "./doctor-arguments";
import { createSourceEnvironment } from "./doctor-source";

test.each([
  [[], { prometheusUrl: undefined, printsJson: false, printsUsageOnly: false }],
  [["--json"], { prometheusUrl: undefined, printsJson: true, printsUsageOnly: false }],
  [
    ["--prometheus", "http://p:9090"],
    { prometheusUrl: "http://p:9090", printsJson: false, printsUsageOnly: false },
  ],
  [
    ["--prometheus=http://p:9090", "--json"],
    { prometheusUrl: "http://p:9090", printsJson: true, printsUsageOnly: false },
  ],
  [["--help"], { prometheusUrl: undefined, printsJson: false, printsUsageOnly: true }],
])("%j is parsed", (args, expected) => {
  expect(readArguments(args)).toEqual(expected);
});

test.each([[["--prometheus", ""]], [["--prometheus", "--json"]], [["--jaeger", "x"]], [["x"]]])(
  "%j is rejected in one sentence",
  (args) => {
    expect(readArguments(args)).toEqual(expect.stringMatching(/^[^\n]+$/));
  },
);

test("the environment contains only the given URL and the configured credentials", () => {
  const { sources, port } = createSourceEnvironment("http://p:9090/", {
    PROMETHEUS_URL: "http://other:9090",
    PROMETHEUS_USERNAME: "reader",
    PROMETHEUS_PASSWORD: "secret",
    PROMETHEUS_HEADERS: "X-Scope-OrgID: team-a",
    JAEGER_URL: "not an address",
    PORT: "not a port",
  });
  expect(port).toBe(3000);
  expect(sources).toEqual([
    expect.objectContaining({
      kind: "prometheus",
      url: "http://p:9090",
      credentials: {
        basic: { username: "reader", password: "secret" },
        headers: { "X-Scope-OrgID": "team-a" },
      },
    }),
  ]);
});
