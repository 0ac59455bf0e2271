import dns from "node:dns";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/model/app-error";
import { parseEnvironment } from "@/lib/server/environment/env";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { getSourceConnection } from "./source-connections";
import { withTemporarySource } from "./temporary-source";

const address = {
  kind: "prometheus",
  title: "Prometheus",
  url: "http://rebound.example.com:9090",
  setBy: "PROMETHEUS_URL",
} as const;

beforeEach(() => {
  getProcessState("environment", () =>
    parseEnvironment({
      DATABASE_URL: "postgresql://localhost/ridgepoint",
      PROMETHEUS_URL: "http://localhost:9090",
      PROMETHEUS_BEARER_TOKEN: "secret",
    }),
  );
});
afterEach(() => deleteProcessState("environment"));

test("a source exists only while it is read, without credentials", async () => {
  const source = await withTemporarySource(address, (readable) => {
    expect(getSourceConnection(readable).source).toMatchObject({ url: address.url, kind: "prometheus" });
    return Promise.resolve(readable);
  });
  expect(() => getSourceConnection(source)).toThrow(/there is no source/);
});

test("an address that a host name resolves to is checked at each connection", async () => {
  const answers = ["10.0.0.7", "169.254.169.254", "127.0.0.1"];
  const resolved: string[] = [];
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    _options: object,
    callback: (error: null, found: readonly dns.LookupAddress[]) => void,
  ) => {
    const found = answers[resolved.length % answers.length] ?? "";
    resolved.push(found);
    callback(null, [{ address: found, family: 4 }]);
  }) as never);
  await withTemporarySource(address, async (readable) => {
    const { upstream } = getSourceConnection(readable);
    for (let count = 0; count < answers.length; count += 1) {
      const error: unknown = await upstream
        .read({ method: "GET", path: "/api/v1/query" }, () => "read")
        .catch((caught: unknown) => caught);
      expect(isAppError(error) && error.code).toBe("source-unreachable");
    }
  });
  lookup.mockRestore();
  expect(resolved).toEqual(answers);
});
