"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { baselinesKey, importBaseline } from "@/lib/client/queries/baselines";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { formatNumber } from "@/lib/format/number";
import { AppError } from "@/lib/model/app-error";
import { maxImportBytes } from "@/lib/model/baseline/baseline";
import {
  parseVisibleTo,
  useVisibleToOptions,
  visibleToEveryone,
} from "@/components/shared/capture/visible-to";
import { isolateDirection } from "@/components/shared/isolated-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { fieldClasses } from "@/components/ui/field";
import { FileButton } from "@/components/ui/file-button";

/** Imports a file that Ridgepoint exported, for everyone or for the members of one team. */
export function ImportButton() {
  const queries = useQueryClient();
  const [visibleTo, setVisibleTo] = useState(visibleToEveryone);
  const visibleToOptions = useVisibleToOptions();
  const importing = useMutation({
    mutationFn: (given: File) => {
      if (given.size > maxImportBytes)
        throw new AppError(
          "too-large",
          `The file has ${sizeText(given.size)}, but at most ${sizeText(maxImportBytes)} can be imported.`,
        );
      return importBaseline(given, parseVisibleTo(visibleTo), newIdempotencyKey());
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
      {visibleToOptions.length > 1 && (
        <select
          aria-label="Imported baselines are visible to"
          className={fieldClasses}
          value={visibleTo}
          onChange={({ target }) => setVisibleTo(target.value)}
        >
          {visibleToOptions.map(([value, text]) => (
            <option key={value} value={value}>
              Visible to: {text}
            </option>
          ))}
        </select>
      )}
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
