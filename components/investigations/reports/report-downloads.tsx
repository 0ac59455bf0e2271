"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "@/components/charts/frame/save-file";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import type { ReportResponse } from "@/lib/contracts/investigations/reports/report";
import type { ReportKind } from "@/lib/model/investigation/reports/report-kinds";
import { readReport } from "./report-requests";

interface ReportDownloadsProps {
  readonly number: number;
  readonly kind: ReportKind;
}

/** Saves a report as a file, and prints it. */
export function ReportDownloads({ number, kind }: ReportDownloadsProps) {
  const saving = useMutation({
    mutationFn: async (format: ReportResponse["format"]) => {
      const response = await readReport(number, kind, format);
      saveFile(response.fileName, toBlob(response));
    },
  });
  return (
    <span className="flex flex-wrap gap-1">
      <Button size="sm" onClick={() => window.print()}>
        Print
      </Button>
      <Button size="sm" disabled={saving.isPending} onClick={() => saving.mutate("markdown")}>
        Save Markdown
      </Button>
      <Button size="sm" disabled={saving.isPending} onClick={() => saving.mutate("json")}>
        Save JSON
      </Button>
      <WriteError error={saving.error} title="The report was not saved." />
    </span>
  );
}

function toBlob(response: ReportResponse): Blob {
  if (response.format === "markdown") return new Blob([response.text], { type: "text/markdown" });
  return new Blob([JSON.stringify(response.report, undefined, 2)], { type: "application/json" });
}
