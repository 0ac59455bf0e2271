import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { useServerEnvironment as setServerEnvironment } from "@/tests/support/server/server-environment";
import { readSourceNotes } from "./source-notes";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-notes-"));
const file = join(folder, "notes.json");
const database = { DATABASE_URL: "postgresql://localhost/none" };

afterEach(() => {
  rmSync(file, { force: true });
  setServerEnvironment(database);
});

test("returns the current notes, and none after the file is removed", async () => {
  setServerEnvironment({ ...database, RIDGEPOINT_SOURCE_NOTES: file });
  writeFileSync(
    file,
    JSON.stringify({ jaeger: "Starting:\u202e building Jaeger.", prometheus: "x".repeat(500) }),
  );
  const notes = await readSourceNotes();
  expect(notes.get("jaeger")).toBe("Starting: building Jaeger.");
  expect(notes.get("prometheus")).toHaveLength(200);
  rmSync(file);
  expect((await readSourceNotes()).size).toBe(0);
});

test.each(["", "[]", '{"jaeger": 3}'])("returns no notes for the content %j", async (content) => {
  setServerEnvironment({ ...database, RIDGEPOINT_SOURCE_NOTES: file });
  writeFileSync(file, content);
  expect((await readSourceNotes()).size).toBe(0);
});

test("returns no notes without a configured file", async () => {
  setServerEnvironment(database);
  expect((await readSourceNotes()).size).toBe(0);
});
