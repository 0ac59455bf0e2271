import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { exitOnBadConfigFile, readConfigFile } from "./config-file-state";

let folder = "";
const file = (): string => path.join(folder, "ridgepoint.yaml");
const good = 'version: 1\ndeployments:\n  - { title: A, engine: vllm, selectors: [{ job: "a" }] }\n';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-config-"));
  useServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    RIDGEPOINT_CONFIG: file(),
  });
});

afterEach(async () => {
  await leaveServerEnvironment();
  rmSync(folder, { recursive: true });
});

/** Returns the output line and exit code of a failed start, or null if the process starts. */
function start(): { readonly line: string; readonly code: unknown } | null {
  let ended: { line: string; code: unknown } | null = null;
  let line = "";
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    line += String(text);
    return true;
  });
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    ended = { line, code };
    throw new Error("ended");
  });
  try {
    exitOnBadConfigFile();
  } catch (error) {
    if (ended === null) throw error;
  } finally {
    write.mockRestore();
    exit.mockRestore();
  }
  return ended;
}

test.each([
  [
    "not there",
    undefined,
    /^RIDGEPOINT_CONFIG names .*ridgepoint\.yaml: does not exist\. fix: create it, or correct RIDGEPOINT_CONFIG\n$/,
  ],
  [
    "wrong",
    good.replace("vllm", "vlm"),
    /^RIDGEPOINT_CONFIG names .*ridgepoint\.yaml:3: deployments\[0\]\.engine must be one of .*\. fix: /,
  ],
])("stops the start with one line when the file is %s", (_name, content, output) => {
  if (content !== undefined) writeFileSync(file(), content);
  const ended = start();
  expect(ended).toMatchObject({ code: 64, line: expect.stringMatching(output) });
  expect(ended?.line.trimEnd()).not.toContain("\n");
});

test("starts with a valid file and keeps the last valid version after an invalid change", () => {
  writeFileSync(file(), good);
  expect(start()).toBeNull();
  expect(readConfigFile()).toMatchObject({ deployments: [{ slug: "a" }], error: null });
  writeFileSync(file(), "nonsense: [");
  expect(readConfigFile()).toMatchObject({
    deployments: [{ slug: "a" }],
    error: expect.stringMatching(/is not YAML/),
  });
  writeFileSync(file(), good.replace("title: A", "title: B"));
  expect(readConfigFile()).toMatchObject({ deployments: [{ slug: "b" }], error: null });
});
