import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFilesAbsolute } from "./absolute-files";
import { checkStart } from "./start-check";

const minimal = { PROMETHEUS_URL: "http://localhost:9090" };

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-start-"));
afterAll(() => rmSync(folder, { recursive: true }));

function configured(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return { ...minimal, RIDGEPOINT_CONFIG: file };
}

test("accepts the minimal environment of npm start", async () => {
  await expect(checkStart(minimal)).resolves.toBeUndefined();
  await expect(checkStart({ ...minimal, HOSTNAME: "127.0.0.1" })).resolves.toBeUndefined();
  const open = { ...minimal, HOSTNAME: "0.0.0.0", RIDGEPOINT_ALLOW_OPEN: "1" };
  await expect(checkStart(open)).resolves.toBeUndefined();
});

test.each([
  [{}, /^PROMETHEUS_URL is not set\. fix: set PROMETHEUS_URL/],
  [{ ...minimal, PORT: "http" }, /^PORT must be a port number\. fix: /],
  [
    { ...minimal, HOSTNAME: "0.0.0.0" },
    /^HOSTNAME is 0\.0\.0\.0, which other machines can reach\. fix: .*RIDGEPOINT_ALLOW_OPEN=1$/,
  ],
  [
    { ...minimal, HOSTNAME: "bad.invalid" },
    /^HOSTNAME is bad\.invalid, .*\((?:ENOTFOUND|EAI_AGAIN)\)\. fix: set HOSTNAME/,
  ],
  [
    { ...minimal, HOSTNAME: "192.0.2.1" },
    /^HOSTNAME is 192\.0\.2\.1, .*\(EADDRNOTAVAIL\)\. fix: set HOSTNAME/,
  ],
  [
    { ...minimal, RIDGEPOINT_DATA: "/dev/null/x" },
    /^RIDGEPOINT_DATA names \/dev\/null\/x, .*\. fix: set RIDGEPOINT_DATA/,
  ],
  [{ ...minimal, RIDGEPOINT_CACHE: "/dev/null/x" }, /^RIDGEPOINT_CACHE names /],
  [
    { ...minimal, RIDGEPOINT_CONFIG: "/nowhere/ridgepoint.yaml" },
    /^RIDGEPOINT_CONFIG names \/nowhere\/ridgepoint\.yaml: does not exist\. fix: create it/,
  ],
  [
    { ...minimal, RIDGEPOINT_CONFIG: folder },
    /^RIDGEPOINT_CONFIG names .*: is a folder\. fix: name a file in it, or correct RIDGEPOINT_CONFIG$/,
  ],
  [
    configured("broken.yaml", "version: [1\n"),
    /^RIDGEPOINT_CONFIG names .*broken\.yaml:\d: is not YAML: Flow sequence .*\. fix: correct the indentation or the quotes there$/,
  ],
  [
    configured("alias.yaml", "version: 1\ndeployments: *none\n"),
    /^RIDGEPOINT_CONFIG names .*alias\.yaml:2: is not YAML: the alias \*none has no anchor &none above it\. fix: put "\*none" in quotes/,
  ],
  [
    configured("value.yaml", "version: 2\ndeployments: []\n"),
    /^RIDGEPOINT_CONFIG names .*value\.yaml:1: version must be 1\. fix: start the file with version: 1/,
  ],
  [
    { ...minimal, JAEGER_BEARER_TOKEN: "hush" },
    /^JAEGER_URL is not set but JAEGER_BEARER_TOKEN is\. fix: set JAEGER_URL, for example .*, or unset JAEGER_BEARER_TOKEN$/,
  ],
  [
    { ...minimal, JAEGER_HEADERS: "X-Scope-OrgID: team-a" },
    /^JAEGER_URL is not set but JAEGER_HEADERS is\. fix: /,
  ],
  [{ ...minimal, JAEGER_CA_FILE: "/x.pem" }, /^JAEGER_URL is not set but JAEGER_CA_FILE is\. fix: /],
])("%o is one line with the variable and the fix", async (variables, line) => {
  const failure = await checkStart(variables).catch(String);
  expect(failure).not.toContain("\n");
  await expect(checkStart(variables)).rejects.toThrow(line);
});

test("accepts a valid configuration file", async () => {
  const content = 'version: 1\ndeployments:\n  - { title: A, engine: vllm, selectors: [{ job: "a" }] }\n';
  await expect(checkStart(configured("good.yaml", content))).resolves.toBeUndefined();
});

test("a relative file is relative to the folder where the program was started", () => {
  const given = {
    ...minimal,
    RIDGEPOINT_CONFIG: "ridgepoint.yaml",
    PROMETHEUS_CA_FILE: "/etc/ca.pem",
    PORT: "1",
  };
  expect(makeFilesAbsolute(given, "/srv/clone")).toEqual({
    ...given,
    RIDGEPOINT_CONFIG: "/srv/clone/ridgepoint.yaml",
  });
});
