/** Tests without Python: the model's files, finding or rejecting an environment, and the part without one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "../log";
import { createDynamoPart } from "./dynamo-part";
import { dynamoRecipe, preparePython } from "./python";
import { writeToyModel } from "./toy-model";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ridgepoint-peers-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("every byte and every token of the mock engine has a unique id in the vocabulary", () => {
  writeToyModel(folder);
  const { model } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8"));
  const ids = new Set(Object.values(model.vocab));
  expect(ids.size).toBe(2_048);
  expect(Object.keys(model.vocab)).toHaveLength(2_048);
  for (let token = 1_000; token < 2_000; token += 1) expect(ids).toContain(token);
  // "Ā" is the byte 0, "Ġ" the space, "Ń" the last byte without a printable character.
  expect(model.vocab).toMatchObject({ Ā: 2, "!": 35, Ġ: 34, Ń: 175, ÿ: 257 });
});

test("a complete environment is used unchanged", async () => {
  const made = join(folder, "peers", `dynamo-${dynamoRecipe.version}`);
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "complete"), "");
  const found = await preparePython(dynamoRecipe, { log: silentLog, cachePath: folder });
  expect(found.kind === "ready" && found.findProgram("python")).toBe(join(made, "bin", "python"));
});

test("without Python the result is one line with the reason", async () => {
  vi.stubEnv("PATH", folder);
  expect(await preparePython(dynamoRecipe, { log: silentLog, cachePath: folder })).toEqual({
    kind: "missing",
    reason: "dynamo 1.4.0 needs Python 3.10 or newer with venv, which is not on PATH",
  });
});

test("the part names the simulated profile when Dynamo cannot run, and Prometheus gets no targets", async () => {
  const targetsFolder = join(folder, "targets");
  mkdirSync(targetsFolder);
  writeFileSync(join(targetsFolder, "dynamo.json"), "what a killed run left");
  const part = createDynamoPart({
    folder,
    targetsFolder,
    ports: { frontend: 1, worker: 2 },
    owner: { notesFolder: folder, runId: "test" },
    log: silentLog,
    findPython: () => Promise.resolve({ kind: "missing", reason: "no Python" }),
  });
  expect(part.getState()).toBe("stopped");
  await expect(part.start()).rejects.toMatchObject({
    message: "Dynamo cannot run here: no Python",
    fix: expect.stringContaining("dynamo-simulated"),
  });
  expect(part.getState()).toBe("stopped");
  expect(readdirSync(targetsFolder)).toEqual([]);
});
