"use client";

import { useMutation } from "@tanstack/react-query";
import { exportRooflineTables, importRooflineTables } from "@/lib/client/queries/roofline-tables";
import { saveFile } from "@/components/charts/frame/save-file";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { FileButton } from "@/components/ui/file-button";

const outcomes = {
  same: "unchanged",
  added: "added",
  "new-version": "new version added",
  refused: "rejected",
} as const;

/** Exports all custom roofline data to one file, and imports such a file. */
export function ImportExport({ onWritten }: { readonly onWritten: () => Promise<unknown> }) {
  const importing = useMutation({ mutationFn: importRooflineTables, onSettled: onWritten });
  const exporting = useMutation({
    mutationFn: async () => saveFile("ridgepoint-roofline.json", await exportRooflineTables()),
  });
  const isBusy = importing.isPending || exporting.isPending;
  const done = importing.data;
  return (
    <section aria-label="Export and import" className="mt-8 max-w-[860px]">
      <h2 className="mb-1 text-md font-semibold">Export and import</h2>
      <p className="pb-2 text-ink-2">
        The export file contains custom GPUs and models, and the roofline settings of deployments. Importing
        never overwrites data. Each changed entry becomes a new version.
      </p>
      <div className="flex gap-2">
        <Button disabled={isBusy} onClick={() => exporting.mutate()}>
          Export
        </Button>
        <FileButton
          label="File to import"
          accept="application/json,.json"
          disabled={isBusy}
          onChoose={(file) => {
            exporting.reset();
            importing.mutate(file);
          }}
        >
          Import file
        </FileButton>
      </div>
      <WriteError
        error={exporting.error ?? importing.error}
        title={exporting.error === null ? "The file was not imported." : "The file was not exported."}
        className="pt-2"
      />
      {done !== undefined && (
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
