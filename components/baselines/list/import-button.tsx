"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import { baselinesKey, importBaseline } from "@/lib/client/queries/baselines";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { formatNumber } from "@/lib/format/number";
import { AppError } from "@/lib/model/app-error";
import { maxImportBytes } from "@/lib/model/baseline/baseline";
import { isolateDirection } from "@/components/shared/isolated-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

/** Imports a file that Ridgepoint exported. */
export function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
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
      <Button disabled={importing.isPending} onClick={() => file.current?.click()}>
        {importing.isPending ? "Importing" : "Import file"}
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="Baseline file to import"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [given] = event.target.files ?? [];
          if (given !== undefined) importing.mutate(given);
          event.target.value = "";
        }}
      />
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
