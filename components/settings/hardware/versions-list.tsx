"use client";

import { useQuery } from "@tanstack/react-query";
import type { AcceleratorVersionsResponse, ModelVersionsResponse } from "@/lib/contracts/roofline-tables";
import { entryVersionsQuery } from "@/lib/client/queries/roofline-tables";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { compareVersions } from "./compare-versions";

interface VersionsListProps {
  readonly table: "accelerators" | "models";
  readonly id: string;
  readonly isBusy: boolean;
  /** The version that was seen to be the present one, and the one whose words shall stand again. */
  readonly onRestore: (present: number, version: number) => void;
}

type Version = (AcceleratorVersionsResponse | ModelVersionsResponse)["versions"][number];

/** Who wrote a row when and what changed; each stays readable as a whole, and can be said anew. */
export function VersionsList({ table, id, isBusy, onRestore }: VersionsListProps) {
  const { data, error } = useQuery(entryVersionsQuery(table, id));
  if (error !== null) return <p role="alert">Its versions could not be read: {error.message}.</p>;
  if (data === undefined) return <p aria-busy>Reading its versions</p>;
  const [present] = data.versions;
  return (
    <ul aria-label={`Versions of ${id}`} className="tnum max-w-[860px] pt-3 text-xs text-ink-2">
      {data.versions.map((version, index) => (
        <li key={version.version} className="border-t border-rule py-1.5">
          <OneVersion version={version} before={data.versions[index + 1]} />
          {present !== undefined && index > 0 && (
            <Button
              size="sm"
              className="mt-1"
              disabled={isBusy}
              onClick={() => onRestore(present.version, version.version)}
            >
              Restore version {version.version}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OneVersionProps {
  readonly version: Version;
  readonly before: Version | undefined;
}

function OneVersion({ version: { version, author, atMs, isRetired, document }, before }: OneVersionProps) {
  const timeZone = useTimeZone();
  const changes = before === undefined ? [] : compareVersions(before.document, document);
  return (
    <>
      <p className="text-ink">
        Version {version} by {author}, {formatDateTime(atMs, timeZone)}
        {isRetired ? ", retired" : ""}
        {before?.isRetired === true && !isRetired ? ", offered again" : ""}
      </p>
      {before === undefined ? (
        <p>The first.</p>
      ) : (
        changes.length === 0 && <p>It says the same as version {before.version}.</p>
      )}
      <ul>
        {changes.map(({ field, before: was, after }) => (
          <li key={field}>
            {field}: {was ?? "not told"} → <span className="text-ink">{after ?? "not told"}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="py-1">All of it</summary>
        <pre className="max-h-60 overflow-auto rounded-sm bg-well p-2 font-mono text-2xs">
          {JSON.stringify(document, null, 1)}
        </pre>
      </details>
    </>
  );
}
