/** Commands to a running demo from another terminal: several parts at once, and no ignored arguments. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Part, PartName, PartState } from "../part";
import { findPart } from "../stack";
import { serveControl } from "./control";
import { runDemoCommand } from "./demo-commands";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-commands-"));
const states = new Map<PartName, PartState>();
let endControl: () => Promise<void>;

function pretended(name: PartName): Part {
  const become = (state: PartState) => (): Promise<void> => {
    states.set(name, state);
    return Promise.resolve();
  };
  return {
    name,
    getState: () => states.get(name) ?? "running",
    start: become("running"),
    stop: become("stopped"),
  };
}

beforeAll(async () => {
  const parts = (["prometheus", "simulator", "app"] as const).map(pretended);
  const url = "http://127.0.0.1:1";
  endControl = await serveControl(folder, {
    urls: {
      database: "postgresql://127.0.0.1:1/x",
      prometheus: url,
      jaeger: url,
      otlp: url,
      simulator: url,
      app: url,
      dynamo: url,
    },
    parts,
    owner: { notesFolder: folder, runId: "test" },
    findPart: (name) => findPart(parts, name),
    stop: () => Promise.resolve(),
  });
});
beforeEach(() => states.clear());
afterAll(async () => {
  await endControl();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (command: string, ...args: readonly string[]): Promise<string> =>
  runDemoCommand(folder, command, args);

test("a scenario needs a running demo, and the error states how to start it", async () => {
  const without = mkdtempSync(join(tmpdir(), "ridgepoint-no-demo-"));
  await expect(runDemoCommand(without, "seed", ["investigations"])).rejects.toMatchObject({
    fix: expect.stringMatching(/^start it with npm run demo/),
  });
  rmSync(without, { recursive: true });
});

test("stops and starts several parts with one command", async () => {
  const stopped = await ask("stop", "simulator", "app");
  expect(stopped).toMatch(/^simulator +stopped/m);
  expect(stopped).toMatch(/^app +stopped/m);
  expect(stopped).toMatch(/^prometheus +running/m);
  expect(await ask("start", "app", "simulator")).not.toContain("stopped");
});

test("an unknown name among several stops none", async () => {
  await expect(ask("stop", "simulator", "nonsense")).rejects.toThrow('there is no part "nonsense"');
  await expect(ask("stop")).rejects.toThrow("name the part to stop");
  expect(await ask("status")).not.toContain("stopped");
});

test.each([
  ["status", ["app"], 'status does not take "app"'],
  ["fault", ["assist-8b", "batch-cap", "on", "8", "assist-8b-0", "more"], 'fault does not take "more"'],
  ["add", ["sglang", "tgi"], 'add does not take "tgi"'],
] as const)("%s rejects surplus arguments: %j", async (command, args, message) => {
  await expect(ask(command, ...args)).rejects.toThrow(message);
});

test("without a running demo lists faults and profiles, and explains how to start one", async () => {
  const nowhere = join(folder, "nothing-runs-here");
  const faultList = await runDemoCommand(nowhere, "fault", []);
  expect(faultList).toMatch(/^slow-tokenizer +The strength multiplies/m);
  expect(faultList).toContain("assist-8b");
  expect(faultList).toContain("Start it with npm run demo");
  const listed = await runDemoCommand(nowhere, "profiles", []);
  for (const id of ["sglang", "dynamo"]) expect(listed).toMatch(new RegExp(`^${id} `, "m"));
  expect(listed).toContain("Start it with npm run demo");
  await expect(runDemoCommand(nowhere, "fault", ["assist-8b", "slow-tokenizer"])).rejects.toThrow(
    "no demo is running",
  );
});

test("when no demo is found, names the data folder and the variable that changes it", async () => {
  const nowhere = join(folder, "nothing-runs-here");
  await expect(runDemoCommand(nowhere, "status", [])).rejects.toMatchObject({
    message: expect.stringContaining(`no demo is running with its data in ${nowhere},`),
    fix: expect.stringContaining("RIDGEPOINT_DATA"),
  });
});

test("the help lists every command and needs no demo", async () => {
  const help = await runDemoCommand(join(folder, "nothing-runs-here"), "help", []);
  for (const command of ["status", "start", "stop", "fault", "profiles", "add", "remove"])
    expect(help).toMatch(new RegExp(`^npm run demo -- ${command}\\b.* {2}\\S`, "m"));
  for (const line of help.split("\n")) expect(line).toMatch(/^npm run demo.* {2}\S/);
});
