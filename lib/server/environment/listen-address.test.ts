import { afterEach, expect, test, vi } from "vitest";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { readEnvironmentOrExit } from "./env";
import { assertMayListen, setDefaultListenAddress } from "./listen-address";

afterEach(() => vi.unstubAllEnvs());

test.each(["localhost", "127.0.0.1", "127.9.9.9", "::1"])("may listen on %s", (address) => {
  expect(() => assertMayListen(address, false)).not.toThrow();
});

test.each(["0.0.0.0", "::", "192.168.1.5", "box", "1127.0.0.1", "127.0.0.1.example.com"])(
  "may listen on %s only if the operator allows it",
  (address) => {
    expect(() => assertMayListen(address, false)).toThrow(/RIDGEPOINT_ALLOW_OPEN=1$/);
    expect(() => assertMayListen(address, true)).not.toThrow();
  },
);

test.each([
  ["production", "", "0.0.0.0"],
  ["production", "127.0.0.1", "127.0.0.1"],
  ["development", "", ""],
])("in %s, the address %j means %j", (mode, given, address) => {
  vi.stubEnv("NODE_ENV", mode);
  vi.stubEnv("HOSTNAME", given);
  setDefaultListenAddress();
  expect(process.env["HOSTNAME"]).toBe(address);
});

test("the server ends with 64 instead of listening on all addresses", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const variables = { DATABASE_URL: "postgresql://localhost/x", HOSTNAME: "0.0.0.0" };
  useServerEnvironment(variables);
  readEnvironmentOrExit();
  expect(exit).toHaveBeenCalledWith(64);
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/^HOSTNAME is 0\.0\.0\.0, .* fix: .*\n$/));
  exit.mockClear();
  useServerEnvironment({ ...variables, RIDGEPOINT_ALLOW_OPEN: "1" });
  expect(readEnvironmentOrExit()).toMatchObject({ allowsOpen: true });
  expect(exit).not.toHaveBeenCalled();
  exit.mockRestore();
  write.mockRestore();
  await leaveServerEnvironment();
});
