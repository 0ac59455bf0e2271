"use client";

import { useMutation } from "@tanstack/react-query";
import type { AuditFilters } from "@/lib/client/audit-url";
import { exportAuditEntries, type AuditExportFormat } from "./audit-query";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { saveFile } from "@/components/charts/frame/save-file";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

const mediaTypes: Readonly<Record<AuditExportFormat, string>> = {
  jsonl: "application/jsonl",
  csv: "text/csv",
};

/** Saves the entries that match the filters as a file. */
export function ExportButtons({ filters }: { readonly filters: AuditFilters }) {
  const exporting = useMutation({
    mutationFn: async (format: AuditExportFormat) => {
      const exported = await exportAuditEntries(filters, format);
      saveFile(exported.fileName, new Blob([exported.text], { type: mediaTypes[format] }));
      return exported;
    },
  });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button size="sm" disabled={exporting.isPending} onClick={() => exporting.mutate("jsonl")}>
        Export JSON Lines
      </Button>
      <Button size="sm" disabled={exporting.isPending} onClick={() => exporting.mutate("csv")}>
        Export CSV
      </Button>
      <output className="text-xs text-ink-2">{exporting.data && exportedText(exporting.data)}</output>
      <WriteError error={exporting.error} title="The entries were not exported." />
    </div>
  );
}

function exportedText({ entryCount, isTruncated }: Awaited<ReturnType<typeof exportAuditEntries>>): string {
  if (!isTruncated) return `${countWithNoun(entryCount, "entry was", "entries were")} exported.`;
  return `The newest ${formatCount(entryCount)} entries were exported. Select a time range to export older ones.`;
}
