"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { baselinesKey, importBaseline } from "@/lib/client/queries/baselines";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { formatNumber } from "@/lib/format/number";
import { AppError } from "@/lib/model/app-error";
import { maxImportBytes } from "@/lib/model/baseline/baseline";
import { isolateDirection } from "@/components/shared/isolated-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { FileButton } from "@/components/ui/file-button";

/** Imports a file that Ridgepoint exported. */
export function ImportButton() {
  const queries = useQueryClient();
  const importing = useMutation({
    mutationFn: (given: File) => {
      if (given.size > maxImportBytes)
        throw new AppError(
          "too-large",
          `The file has ${sizeText(given.size)}, but at most ${sizeText(maxImportBytes)} can be imported.`,
        );
      return importBaseline(given, newIdempotencyKey());
    },
    onSettled: () => queries.invalidateQueries({ queryKey: baselinesKey }),
  });
  const imported = importing.data?.baseline;
  return (
    <>
      <FileButton
        label="Baseline file to import"
        accept="application/json,.json"
        disabled={importing.isPending}
        onChoose={importing.mutate}
      >
        {importing.isPending ? "Importing" : "Import file"}
      </FileButton>
      <WriteError error={importing.error} title="The file was not imported." className="basis-full" />
      {imported !== undefined && (
        <p role="status" className="basis-full text-xs text-ink-2">
          Imported{" "}
          <Link href={`/baselines/${imported.id}`} className="text-accent hover:underline">
            {isolateDirection(imported.name)}
          </Link>
          {imported.deployment === null ? ", whose deployment is unknown here." : "."}
        </p>
      )}
    </>
  );
}

const mebibyte = 1_024 * 1_024;

function sizeText(bytes: number): string {
  return `${formatNumber(bytes / mebibyte)} MiB`;
}
