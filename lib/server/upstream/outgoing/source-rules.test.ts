import dns from "node:dns";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseEnvironment } from "@/lib/server/environment/env";
import { createCheckedDnsLookup, RefusedAddressError } from "./outgoing-agent";
import { isMetadataHost, sourceRules } from "./source-rules";

const refused = [
  "169.254.169.254",
  "169.254.0.1",
  "2852039166",
  "0xa9fea9fe",
  "0xA9.0xFE.0xA9.0xFE",
  "0251.0376.0251.0376",
  "169.16689662",
  "169.254.43518",
  "169.254.169.254.",
  "１６９.254.169.254",
  "169。254。169。254",
  "[fe80::1]",
  "[febf::1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[0:0:0:0:0:ffff:a9fe:a9fe]",
  "[64:ff9b::169.254.169.254]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "metadata",
  "METADATA.google.internal",
  "metadata.google.internal.",
  "instance-data.ec2.internal",
];
const accepted = [
  "localhost",
  "127.0.0.1",
  "10.0.0.7",
  "172.16.3.4",
  "192.168.1.1",
  "169.253.1.1",
  "100.64.0.1",
  "[::1]",
  "[fd12::7]",
  "prometheus.monitoring.svc",
  "metadata.example.com",
];

const environment = (url: string, more: Readonly<Record<string, string>> = {}) =>
  parseEnvironment({ DATABASE_URL: "postgresql://localhost/x", PROMETHEUS_URL: url, ...more });

afterEach(() => vi.unstubAllEnvs());

describe("the URL of a source", () => {
  test.each(refused)("%s is refused at the start with the fix", (host) => {
    expect(isMetadataHost(new URL(`http://${host}:80/`))).toBe(true);
    expect(() => environment(`http://${host}:80/`)).toThrow(
      /^PROMETHEUS_URL is a link-local or metadata address\. fix: .*RIDGEPOINT_ALLOW_LINK_LOCAL=1/,
    );
    expect(() => environment("http://p", { JAEGER_URL: `http://${host}` })).toThrow(/^JAEGER_URL is a link/);
    const { sources } = environment(`http://${host}`, { RIDGEPOINT_ALLOW_LINK_LOCAL: "1" });
    expect(sources).toHaveLength(1);
  });

  test.each(accepted)("%s is accepted", (host) => {
    expect(environment(`http://${host}:9090`).sources).toHaveLength(1);
  });
});

describe("a host name", () => {
  async function resolve(found: string | dns.LookupAddress[]): Promise<unknown> {
    const fake = (_name: string, _options: object, callback: (...values: unknown[]) => void): void =>
      callback(null, found, 4);
    const spy = vi.spyOn(dns, "lookup").mockImplementation(fake as never);
    const { promise, resolve: finish } = Promise.withResolvers<unknown>();
    const lookup = createCheckedDnsLookup(sourceRules, { hostname: "rebound.example.com", port: 80 });
    lookup("rebound.example.com", {}, (error, address) =>
      finish(error instanceof RefusedAddressError ? "refused" : address),
    );
    spy.mockRestore();
    return promise;
  }

  test.each(["169.254.169.254", "fe80::1%eth0", "::ffff:169.254.169.254"])(
    "that resolves to %s is refused at every connection",
    async (address) => {
      expect(await resolve(address)).toBe("refused");
      expect(
        await resolve([
          { address: "10.0.0.1", family: 4 },
          { address, family: 4 },
        ]),
      ).toBe("refused");
      vi.stubEnv("RIDGEPOINT_ALLOW_LINK_LOCAL", "1");
      expect(await resolve(address)).toBe(address);
    },
  );

  test("that resolves to a private address is accepted", async () => {
    expect(await resolve("10.0.0.1")).toBe("10.0.0.1");
  });
});
