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
  return { ...report, textLines: report.textLines.map((line) => line.replaceAll(`${folder}/`, "")) };
}

test("a valid file lists its deployments", () => {
  const report = examine(
    "version: 1\ndeployments:\n  - title: Chat\n    engine: vllm\n    source: eu\n    selectors: [{ job: a }]\n",
  );
  expect(report.isHealthy).toBe(true);
  expect(report.textLines).toEqual([
    "ok       ridgepoint.yaml: 1 deployment",
    "ok       Chat: vllm, at chat",
    "skipped  sources (eu): not checked, because the environment at startup defines them",
  ]);
  expect(report.jsonDocument).toMatchObject({ deployments: [{ slug: "chat", pools: 1, exporters: null }] });
});

test("every error is listed with its line and a fix", () => {
  const report = examine(
    "version: 1\ndeployments:\n  - title: Chat\n    engine: vlm\n    colour: red\n    selectors: [{ job: a }]\n",
  );
  expect(report.isHealthy).toBe(false);
  expect(report.textLines).toEqual([
    expect.stringMatching(/^failed {3}ridgepoint\.yaml:4: deployments\[0\]\.engine must be one of vllm, /),
    "         fix: add engine: vllm, or another engine listed in docs/deployments.md",
    "failed   ridgepoint.yaml:5: deployments[0].colour is not known",
    "         fix: correct its spelling or remove it",
  ]);
});

test("a missing file is one finding", () => {
  const { isHealthy, textLines } = examineConfig("/nowhere/ridgepoint.yaml");
  expect(isHealthy).toBe(false);
  expect(textLines[0]).toBe("failed   /nowhere/ridgepoint.yaml: does not exist");
  expect(textLines[1]).toBe("         fix: create it, or correct --config");
});

test("a folder is not a file", () => {
  const { isHealthy, textLines } = examineConfig(tmpdir());
  expect(isHealthy).toBe(false);
  expect(textLines[0]).toBe(`failed   ${tmpdir()}: is a folder`);
  expect(textLines[1]).toBe("         fix: name a file in it, or correct --config");
});

test("a file and a source cannot be combined", () => {
  expect(readArguments(["--config", "a.yaml"])).toMatchObject({
    configFile: "a.yaml",
    prometheusUrl: undefined,
  });
  expect(readArguments(["--config", ""])).toBe("--config needs a file");
  expect(readArguments(["--config", "a", "--prometheus", "http://b"])).toMatch(/not both/);
});
