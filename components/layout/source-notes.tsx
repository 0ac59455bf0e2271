"use client";

import { useQuery } from "@tanstack/react-query";
import { sourcesQuery } from "@/lib/client/queries/sources";
import { isolateDirection } from "@/components/shared/isolated-text";

/** Shows the operator's notes about the sources, such as "Jaeger: starting". Renders nothing without notes. */
export function SourceNotes() {
  const { data } = useQuery(sourcesQuery);
  const noted = data?.sources.filter(({ note }) => note !== null) ?? [];
  if (noted.length === 0) return null;
  return (
    <aside
      aria-label="Source notes"
      className="flex flex-wrap gap-x-6 border-b border-rule bg-well px-4 py-1 text-xs text-ink-2"
    >
      {noted.map(({ slug, title, note }) => (
        <span key={slug} role="status">
          <strong className="font-semibold text-ink">{title}</strong>: {isolateDirection(note ?? "")}
        </span>
      ))}
    </aside>
  );
}
