/**
 * Reads the notes of an operator or launcher about the sources, such as a restore in progress. The file may change at
 * any time, so it is read for each response.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { redactToLine } from "@/lib/base/safe-text";
import { readEnvironment } from "@/lib/server/environment/env";
import { getLogger } from "@/lib/server/logger";

const notesFile = z.record(z.string(), z.string());
const maxLength = 200;

/** Notes by slug of the source. */
export type SourceNotes = ReadonlyMap<string, string>;

/**
 * Returns the operator's notes about the sources. Empty while the file is missing or invalid, because a note is not
 * important enough for an error.
 */
export async function readSourceNotes(): Promise<SourceNotes> {
  const file = readEnvironment().sourceNotesPath;
  if (file === undefined) return new Map();
  try {
    const notes = notesFile.parse(JSON.parse(await readFile(file, "utf8")));
    return new Map(Object.entries(notes).map(([slug, note]) => [slug, redactToLine(note, maxLength)]));
  } catch (error) {
    getLogger().debug({ error, file }, "the notes about the sources cannot be read");
    return new Map();
  }
}
