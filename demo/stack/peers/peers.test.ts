/** What needs no Python: the model's files, how an environment is found or refused, and the part where there is none. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "../log";
import { dynamoPart } from "./dynamo-part";
import { dynamoRecipe, findPython } from "./python";
import { writeToyModel } from "./toy-model";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ridgepoint-peers-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("every byte and every token that the mock engine can answer with has a place of its own in the vocabulary", () => {
  writeToyModel(folder);
  const { model } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8"));
  const ids = new Set(Object.values(model.vocab));
  expect(ids.size).toBe(2_048);
  expect(Object.keys(model.vocab)).toHaveLength(2_048);
  for (let token = 1_000; token < 2_000; token += 1) expect(ids).toContain(token);
  // "Ā" is the byte 0, "Ġ" the space, "Ń" the last of those without a letter of their own.
  expect(model.vocab).toMatchObject({ Ā: 2, "!": 35, Ġ: 34, Ń: 175, ÿ: 257 });
});

test("an environment that is complete is used as it is", async () => {
  const made = join(folder, "peers", `dynamo-${dynamoRecipe.version}`);
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "complete"), "");
  const found = await findPython(dynamoRecipe, { log: silentLog, cache: folder });
  expect(found.kind === "ready" && found.program("python")).toBe(join(made, "bin", "python"));
});

test("without Python there is one line that says so", async () => {
  vi.stubEnv("PATH", folder);
  expect(await findPython(dynamoRecipe, { log: silentLog, cache: folder })).toEqual({
    kind: "missing",
    reason: "dynamo 1.4.0 needs Python 3.10 or newer with venv, which is not on PATH",
  });
});

test("the part says what plays Dynamo where it cannot run, and Prometheus is told of nothing", async () => {
  const targetsFolder = join(folder, "targets");
  mkdirSync(targetsFolder);
  writeFileSync(join(targetsFolder, "dynamo.json"), "what a killed run left");
  const part = dynamoPart({
    folder,
    targetsFolder,
    ports: { frontend: 1, worker: 2 },
    owner: { notesFolder: folder, runId: "test" },
    log: silentLog,
    python: () => Promise.resolve({ kind: "missing", reason: "no Python" }),
  });
  expect(part.state()).toBe("stopped");
  await expect(part.start()).rejects.toMatchObject({
    message: "Dynamo does not run here: no Python",
    fix: expect.stringContaining("dynamo-simulated"),
  });
  expect(part.state()).toBe("stopped");
  expect(readdirSync(targetsFolder)).toEqual([]);
});
