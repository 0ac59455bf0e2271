"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import type {
  AcceleratorVersionsResponse,
  ModelVersionsResponse,
} from "@/lib/contracts/roofline/roofline-tables";
import { entryVersionsQuery } from "@/lib/client/queries/roofline-tables";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { compareVersions } from "./compare-versions";

interface VersionsListProps {
  readonly table: "accelerators" | "models";
  readonly id: string;
  readonly isBusy: boolean;
  /** Restores `version`. `present` is the current version that the user saw. */
  readonly onRestore: (present: number, version: number) => void;
}

type Version = (AcceleratorVersionsResponse | ModelVersionsResponse)["versions"][number];

/** Lists the versions of an entry with author, time and changes. Each version can be restored. */
export function VersionsList({ table, id, isBusy, onRestore }: VersionsListProps) {
  const { data, error } = useQuery(entryVersionsQuery(table, id));
  if (error !== null)
    return <p role="alert">The versions could not be loaded: {endSentence(error.message)}</p>;
  if (data === undefined) return <p aria-busy>Loading versions</p>;
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
        {before?.isRetired === true && !isRetired ? ", made available" : ""}
      </p>
      {before === undefined ? (
        <p>First version.</p>
      ) : (
        changes.length === 0 && <p>Same content as version {before.version}.</p>
      )}
      <ul>
        {changes.map(({ field, before: was, after }) => (
          <li key={field}>
            {field}: {was ?? "none"} → <span className="text-ink">{after ?? "none"}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="py-1">All values</summary>
        <pre className="max-h-60 overflow-auto rounded-sm bg-well p-2 font-mono text-2xs">
          {JSON.stringify(document, null, 1)}
        </pre>
      </details>
    </>
  );
}
