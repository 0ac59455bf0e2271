// Describes to the application what happens to its sources: a JSON file with one sentence per source, which
// RIDGEPOINT_SOURCE_NOTES names. The application shows each note until it is removed.
import { renameSync, writeFileSync } from "node:fs";

/** Writer of the notes that the application shows for its sources. */
export interface SourceNoteWriter {
  readonly file: string;
  /** Sets the note of a source; undefined removes it. */
  readonly setNote: (source: string, note: string | undefined) => void;
}

/** Returns the writer. The first note replaces the file of an earlier run, which may still be running until then. */
export function createSourceNoteWriter(file: string): SourceNoteWriter {
  const notes = new Map<string, string>();
  let isWritten = false;
  const write = (): void => {
    isWritten = true;
    writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(notes))}\n`);
    renameSync(`${file}.new`, file);
  };
  return {
    file,
    setNote: (source, note) => {
      if (isWritten && notes.get(source) === note) return;
      if (note === undefined) notes.delete(source);
      else notes.set(source, note);
      write();
    },
  };
}
