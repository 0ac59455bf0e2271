import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "./doctor-arguments";
import { examineConfig } from "./doctor-config";

function examine(content: string): ReturnType<typeof examineConfig> {
  const folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-doctor-"));
  const file = path.join(folder, "ridgepoint.yaml");
  writeFileSync(file, content);
  const report = examineConfig(file);
  rmSync(folder, { recursive: true });
  return { ...report, lines: report.lines.map((line) => line.replaceAll(`${folder}/`, "")) };
}

test("a valid file lists its deployments", () => {
  const report = examine(
    "version: 1\ndeployments:\n  - title: Chat\n    engine: vllm\n    source: eu\n    selectors: [{ job: a }]\n",
  );
  expect(report.isWell).toBe(true);
  expect(report.lines).toEqual([
    "ok       ridgepoint.yaml: 1 deployment",
    "ok       Chat: vllm, at chat",
    "skipped  sources (eu): not checked, because the environment at startup defines them",
  ]);
  expect(report.document).toMatchObject({ deployments: [{ slug: "chat", pools: 1, exporters: null }] });
});

test("every error is listed with its line and a fix", () => {
  const report = examine(
    "version: 1\ndeployments:\n  - title: Chat\n    engine: vlm\n    colour: red\n    selectors: [{ job: a }]\n",
  );
  expect(report.isWell).toBe(false);
  expect(report.lines).toEqual([
    expect.stringMatching(/^failed {3}ridgepoint\.yaml:4: deployments\[0\]\.engine must be one of vllm, /),
    "         fix: add engine: vllm, or another engine listed in docs/deployments.md",
    "failed   ridgepoint.yaml:5: deployments[0].colour is not known",
    "         fix: correct its spelling or remove it",
  ]);
});

test("a missing file is one finding", () => {
  const { isWell, lines } = examineConfig("/nowhere/ridgepoint.yaml");
  expect(isWell).toBe(false);
  expect(lines[0]).toBe("failed   /nowhere/ridgepoint.yaml: does not exist");
  expect(lines[1]).toBe("         fix: create it, or correct --config");
});

test("a folder is not a file", () => {
  const { isWell, lines } = examineConfig(tmpdir());
  expect(isWell).toBe(false);
  expect(lines[0]).toBe(`failed   ${tmpdir()}: is a folder`);
  expect(lines[1]).toBe("         fix: name a file in it, or correct --config");
});

test("a file and a source cannot be combined", () => {
  expect(readArguments(["--config", "a.yaml"])).toMatchObject({ config: "a.yaml", prometheus: undefined });
  expect(readArguments(["--config", ""])).toBe("--config needs a file");
  expect(readArguments(["--config", "a", "--prometheus", "http://b"])).toMatch(/not both/);
});
