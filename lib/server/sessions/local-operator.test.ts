/** While no person exists, requests from this machine need no sign-in, and those that a proxy passed on do. */
import { afterEach, expect, test, vi } from "vitest";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { isSentFromThisMachine, isServerLocal } from "./local-operator";

type Texts = Readonly<Record<string, string>>;

function useServer(variables: Texts = {}): void {
  vi.stubEnv("NODE_ENV", "production");
  useServerEnvironment({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none", ...variables });
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await leaveServerEnvironment();
});

test.each<readonly [string, Texts]>([
  ["no header of a proxy", {}],
  [
    "the headers that the framework adds",
    { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost:3000", "x-forwarded-proto": "http" },
  ],
  ["an IPv4 address in IPv6 form", { "x-forwarded-for": "::ffff:127.0.0.1" }],
  ["an IPv6 address", { "x-forwarded-for": "::1", "x-forwarded-host": "[::1]:3000" }],
])("a request with %s is from this machine", (_name, headers) => {
  useServer();
  expect(isSentFromThisMachine(new Headers(headers))).toBe(true);
});

test.each<readonly [string, Texts]>([
  ["the address of another machine", { "x-forwarded-for": "203.0.113.9" }],
  ["a spoofed address before that of the client", { "x-forwarded-for": "127.0.0.1, 203.0.113.9" }],
  ["an address that is no address", { "x-forwarded-for": "unknown" }],
  ["an empty address", { "x-forwarded-for": "" }],
  ["the address in another header", { "x-real-ip": "203.0.113.9" }],
  ["the standard header of proxies", { forwarded: "for=203.0.113.9" }],
  ["the host of the proxy", { "x-forwarded-host": "ridgepoint.example.com" }],
])("a request with %s may be from another machine", (_name, headers) => {
  useServer();
  expect(isSentFromThisMachine(new Headers(headers))).toBe(false);
});

test.each<readonly [string, Texts, boolean]>([
  ["another address", { HOSTNAME: "0.0.0.0", RIDGEPOINT_ALLOW_OPEN: "1" }, false],
  [
    "loopback, with the public address of a proxy",
    { RIDGEPOINT_URL: "https://ridgepoint.example.com" },
    false,
  ],
  [
    "loopback, with another port of this machine as its address",
    { RIDGEPOINT_URL: "http://localhost:8443" },
    true,
  ],
  ["loopback, with a proxy on this machine", { RIDGEPOINT_PROXIES: "127.0.0.1" }, false],
  ["loopback, with an IPv6 address of this machine", { RIDGEPOINT_URL: "http://[::1]:3000" }, true],
])("a server that listens on %s", (_name, variables, expected) => {
  useServer(variables);
  expect(isSentFromThisMachine(new Headers())).toBe(expected);
  expect(isServerLocal()).toBe(expected);
});
