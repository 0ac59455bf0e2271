import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSourceNoteWriter } from "./source-notes";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-source-notes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the file contains the current note of each source, without notes of an earlier run", () => {
  const file = join(folder, "notes.json");
  const read = (): unknown => JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, '{"jaeger":"old"}');
  const notes = createSourceNoteWriter(file);
  expect(read()).toEqual({ jaeger: "old" });
  notes.setNote("prometheus", undefined);
  expect(read()).toEqual({});
  notes.setNote("prometheus", "Loading history: 9 of 14 days.");
  notes.setNote("jaeger", "Starting: building Jaeger, 2 min of about 4 min.");
  notes.setNote("prometheus", undefined);
  expect(read()).toEqual({ jaeger: "Starting: building Jaeger, 2 min of about 4 min." });
  expect(existsSync(`${file}.new`)).toBe(false);
});
