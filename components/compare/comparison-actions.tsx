"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { createComparisonSubject } from "./evidence/comparison-subject";
import { comparisonLink, exportComparison } from "./comparison-query";
import { saveFile } from "@/components/charts/frame/save-file";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { Age } from "@/components/shared/age";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

interface ComparisonActionsProps {
  readonly comparison: ComparisonEntry;
  readonly receivedAtMs: number;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

/** Exports, links, prints and refreshes the displayed comparison. */
export function ComparisonActions(props: ComparisonActionsProps) {
  const { comparison, receivedAtMs, isFetching, onRefresh } = props;
  const { asOfMs } = comparison;
  const [exportedText, setExportedText] = useState<{ readonly asOfMs: number; readonly text: string } | null>(
    null,
  );
  // The text of an earlier comparison is not offered for a later one.
  const markdown = exportedText?.asOfMs === asOfMs ? exportedText.text : null;
  const exporting = useMutation({
    mutationFn: async (format: "json" | "markdown") => {
      const exported = await exportComparison(comparison, format);
      if (exported.format === "markdown") setExportedText({ asOfMs, text: exported.text });
      else {
        const text = JSON.stringify(exported.document, null, 2);
        saveFile(exported.fileName, new Blob([text], { type: "application/json" }));
      }
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-1 py-2 print:hidden">
      {markdown === null ? (
        <Button
          size="sm"
          variant="ghost"
          disabled={exporting.isPending}
          onClick={() => exporting.mutate("markdown")}
        >
          Markdown
        </Button>
      ) : (
        <CopyButton text={markdown} label="Copy Markdown" />
      )}
      <Button
        size="sm"
        variant="ghost"
        disabled={exporting.isPending}
        onClick={() => exporting.mutate("json")}
      >
        Export JSON
      </Button>
      <CopyButton text={`${globalThis.location.origin}${comparisonLink(comparison)}`} label="Copy link" />
      <Button size="sm" variant="ghost" onClick={() => globalThis.print()}>
        Print
      </Button>
      {!comparison.isMarginPending && (
        <KeepAsEvidenceButton createSubject={() => createComparisonSubject(comparison)} />
      )}
      <WriteError error={exporting.error} title="The comparison was not exported." />
      <span className="ml-auto flex items-center gap-2 text-xs text-ink-2">
        <span>
          Compared <Age atMs={asOfMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
        </span>
        <Button size="sm" disabled={isFetching} onClick={onRefresh}>
          {isFetching ? "Refreshing" : "Refresh"}
        </Button>
      </span>
    </div>
  );
}
