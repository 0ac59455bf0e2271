"use client";

import { useRef, useState } from "react";
import type { ImportResponse } from "@/lib/contracts/roofline/roofline-tables";
import { exportTables, importTables } from "@/lib/client/queries/roofline-tables";
import { toSentence } from "@/lib/format/sentence";
import { saveFile } from "@/components/charts/frame/save-file";
import { useWrite } from "@/components/shared/use-write";
import { Button } from "@/components/ui/button";

const outcomes = {
  same: "unchanged",
  added: "added",
  "new-version": "new version added",
  refused: "rejected",
} as const;

/** Exports all custom roofline data to one file, and imports such a file. */
export function ImportExport({ onWritten }: { readonly onWritten: () => Promise<unknown> }) {
  const file = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<ImportResponse | null>(null);
  const {
    isBusy,
    error: importError,
    write,
  } = useWrite((error) => toSentence(error instanceof Error ? error.message : "unknown"), onWritten);
  const importFile = (given: File): void => {
    setDone(null);
    void write(async () => setDone(await importTables(given)));
  };
  const exportFile = async (): Promise<void> => saveFile("ridgepoint-roofline.json", await exportTables());
  return (
    <section aria-label="Export and import" className="mt-8 max-w-[860px]">
      <h2 className="mb-1 text-md font-semibold">Export and import</h2>
      <p className="pb-2 text-ink-2">
        Exports custom GPUs and models and the roofline settings of deployments to one file. Importing never
        overwrites data. Each changed entry becomes a new version.
      </p>
      <div className="flex gap-2">
        <Button disabled={isBusy} onClick={() => void write(exportFile)}>
          Export
        </Button>
        <Button disabled={isBusy} onClick={() => file.current?.click()}>
          Import file
        </Button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label="File to import"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [given] = event.target.files ?? [];
            if (given !== undefined) importFile(given);
            event.target.value = "";
          }}
        />
      </div>
      {importError !== null && (
        <p role="alert" className="pt-2 text-bad">
          {importError}
        </p>
      )}
      {done !== null && (
        <ul aria-label="Import results" className="pt-2 text-ink-2">
          {done.entries.length === 0 && <li>The file contains no entries.</li>}
          {done.entries.map(({ kind, id, outcome, detail }) => (
            <li key={`${kind} ${id}`}>
              {kind} <code className="font-mono">{id}</code>: {outcomes[outcome]}
              {detail === "" ? "" : `; ${detail}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
