"use client";

import { useMutation } from "@tanstack/react-query";
import type { InvestigationExport } from "@/lib/contracts/investigations/export";
import { saveFile } from "@/components/charts/frame/save-file";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { usePrinting } from "../printing/printing";
import { exportInvestigation } from "../investigation-requests";

/** Prints the page with its complete record, or saves the record as a file. */
export function ExportActions({ number }: { readonly number: number }) {
  const saving = useMutation({
    mutationFn: async (format: InvestigationExport["format"]) => {
      const exported = await exportInvestigation(number, format);
      saveFile(exported.fileName, toBlob(exported));
    },
  });
  const { isReading, print } = usePrinting();
  return (
    <>
      <Button size="sm" disabled={isReading} onClick={print}>
        {isReading ? "Reading the record" : "Print"}
      </Button>
      <Button size="sm" disabled={saving.isPending} onClick={() => saving.mutate("markdown")}>
        Export Markdown
      </Button>
      <Button size="sm" disabled={saving.isPending} onClick={() => saving.mutate("json")}>
        Export JSON
      </Button>
      <WriteError error={saving.error} title="The investigation was not exported." />
    </>
  );
}

function toBlob(exported: InvestigationExport): Blob {
  if (exported.format === "markdown") return new Blob([exported.text], { type: "text/markdown" });
  return new Blob([JSON.stringify(exported.document, undefined, 2)], { type: "application/json" });
}
