"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { baselinesKey, exportBaseline } from "@/lib/client/queries/baselines";
import { toSentence } from "@/lib/format/sentence";
import { saveFile } from "@/components/charts/frame/save-file";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { ChoiceDialog } from "@/components/shared/forms/choice-dialog";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

/** Saves the document as a file, and shows the baseline as Markdown. */
export function ExportActions({ baselineId }: { readonly baselineId: string }) {
  const [isMarkdownOpen, setMarkdownOpen] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      const exported = await exportBaseline(baselineId, "json");
      if (exported.format !== "json") return;
      const text = JSON.stringify({ contentHash: exported.contentHash, document: exported.document });
      saveFile(exported.fileName, new Blob([text], { type: "application/json" }));
    },
  });
  return (
    <>
      <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
        Export JSON
      </Button>
      <Button onClick={() => setMarkdownOpen(true)}>Markdown</Button>
      <WriteError error={saving.error} title="The baseline was not exported." />
      {isMarkdownOpen && <MarkdownDialog baselineId={baselineId} onClose={() => setMarkdownOpen(false)} />}
    </>
  );
}

interface MarkdownDialogProps {
  readonly baselineId: string;
  readonly onClose: () => void;
}

function MarkdownDialog({ baselineId, onClose }: MarkdownDialogProps) {
  const { data, error } = useQuery({
    queryKey: [...baselinesKey, baselineId, "markdown"],
    queryFn: () => exportBaseline(baselineId, "markdown"),
  });
  const exported = data?.format === "markdown" ? data : undefined;
  return (
    <ChoiceDialog
      title="Baseline as Markdown"
      onClose={onClose}
      details={
        exported === undefined ? (
          <p aria-busy={error === null} role={error === null ? undefined : "alert"} className="text-ink-2">
            {error === null ? "Loading the text" : toSentence(error.message)}
          </p>
        ) : (
          <textarea
            readOnly
            aria-label="Markdown text"
            rows={18}
            className="w-full rounded-sm bg-well p-3 font-mono text-2xs"
            value={exported.text}
          />
        )
      }
    >
      <Button variant="selected" onClick={onClose}>
        Close
      </Button>
      {exported !== undefined && (
        <>
          <CopyButton text={exported.text} label="Copy Markdown" />
          <Button
            size="sm"
            onClick={() => saveFile(exported.fileName, new Blob([exported.text], { type: "text/markdown" }))}
          >
            Download
          </Button>
        </>
      )}
    </ChoiceDialog>
  );
}
