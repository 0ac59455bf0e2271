"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "@/components/charts/frame/save-file";
import { WriteError } from "@/components/shared/forms/write-error";
import { useIsBrowser } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ReportResponse } from "@/lib/contracts/investigations/reports/report";
import type { ReportKind } from "@/lib/model/investigation/reports/report-kinds";
import { readReport } from "./report-requests";

interface ReportDownloadsProps {
  readonly number: number;
  readonly kind: ReportKind;
}

/** Saves a report as a file, and prints it. The buttons need scripts, so they are invisible without them. */
export function ReportDownloads({ number, kind }: ReportDownloadsProps) {
  const isBrowser = useIsBrowser();
  const saving = useMutation({
    mutationFn: async (format: ReportResponse["format"]) => {
      const response = await readReport(number, kind, format);
      saveFile(response.fileName, toBlob(response));
    },
  });
  return (
    <span className={cn("flex flex-wrap gap-1", isBrowser ? undefined : "invisible")}>
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
