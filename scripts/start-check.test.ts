import { expect, test } from "vitest";
import { checkStart } from "./start-check";

const least = { PROMETHEUS_URL: "http://localhost:9090" };

test("what npm start needs least is enough", async () => {
  await expect(checkStart(least)).resolves.toBeUndefined();
  await expect(checkStart({ ...least, HOSTNAME: "0.0.0.0" })).resolves.toBeUndefined();
});

test.each([
  [{}, /^PROMETHEUS_URL is not set\. fix: set PROMETHEUS_URL/],
  [{ ...least, PORT: "http" }, /^PORT must be a port number\. fix: /],
  [
    { ...least, HOSTNAME: "bad.invalid" },
    /^HOSTNAME is bad\.invalid, .*\((?:ENOTFOUND|EAI_AGAIN)\)\. fix: set HOSTNAME/,
  ],
  [{ ...least, HOSTNAME: "192.0.2.1" }, /^HOSTNAME is 192\.0\.2\.1, .*\(EADDRNOTAVAIL\)\. fix: set HOSTNAME/],
  [
    { ...least, RIDGEPOINT_DATA: "/dev/null/x" },
    /^RIDGEPOINT_DATA names \/dev\/null\/x, .*\. fix: set RIDGEPOINT_DATA/,
  ],
  [{ ...least, RIDGEPOINT_CACHE: "/dev/null/x" }, /^RIDGEPOINT_CACHE names /],
])("%o is one line with the variable and the fix", async (variables, line) => {
  const told = await checkStart(variables).catch(String);
  expect(told).not.toContain("\n");
  await expect(checkStart(variables)).rejects.toThrow(line);
});
