"use client";

import { useQuery } from "@tanstack/react-query";
import { entryVersionsQuery } from "@/lib/client/queries/roofline-tables";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface VersionsListProps {
  readonly table: "accelerators" | "models";
  readonly id: string;
}

/** Who wrote a row when; older versions stay readable. */
export function VersionsList({ table, id }: VersionsListProps) {
  const timeZone = useTimeZone();
  const { data, error } = useQuery(entryVersionsQuery(table, id));
  if (error !== null) return <p role="alert">Its versions could not be read: {error.message}.</p>;
  if (data === undefined) return <p aria-busy>Reading its versions</p>;
  return (
    <ul aria-label={`Versions of ${id}`} className="tnum text-xs text-ink-2">
      {data.versions.map(({ version, author, atMs, isRetired, document }) => (
        <li key={version}>
          <details>
            <summary className="py-1">
              Version {version} by {author}, {formatDateTime(atMs, timeZone)}
              {isRetired ? ", retired" : ""}
            </summary>
            <pre className="max-h-60 overflow-auto rounded-sm bg-well p-2 font-mono text-2xs">
              {JSON.stringify(document, null, 1)}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
