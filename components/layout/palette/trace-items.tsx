import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Command } from "cmdk";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { parseTraceId } from "@/lib/model/traces/compared-group";
import { groupClasses, itemClasses } from "./palette-classes";

interface TraceItemsProps {
  readonly text: string;
  readonly onOpen: (traceId: string) => void;
}

/** The first digits of a trace id, as lists show them. Fewer digits are more probably a word, such as "feed". */
const shortIdPattern = /^[0-9a-f]{8,15}$/;

/**
 * Opens the trace whose id was pasted, or whose id starts with the typed digits. Jaeger and Tempo find complete ids
 * only, so that a short id is searched in the lists that this browser tab loaded. Renders nothing for other text.
 */
export function TraceItems({ text, onOpen }: TraceItemsProps) {
  const queries = useQueryClient();
  const traceId = parseTraceId(text);
  const shortId = text.trim().toLowerCase();
  const isShort = shortIdPattern.test(shortId);
  if (traceId === null && !isShort) return null;
  const traceIds = traceId === null ? findListedTraceIds(queries, shortId) : [traceId];
  return (
    <Command.Group heading="Trace" className={groupClasses}>
      {traceIds.map((id) => (
        <Command.Item key={id} value={id} className={itemClasses} onSelect={() => onOpen(id)}>
          Open trace
          <code className="truncate font-mono text-ink-3">{id}</code>
        </Command.Item>
      ))}
      {traceIds.length === 0 && (
        <Command.Item value={shortId} disabled className={itemClasses}>
          <span className="truncate text-ink-2">
            No listed trace starts with {shortId}. Paste the full trace ID (32 characters).
          </span>
        </Command.Item>
      )}
    </Command.Group>
  );
}

const maxListed = 5;

function findListedTraceIds(queries: QueryClient, shortId: string): readonly string[] {
  const lists = queries.getQueriesData<TracesResponse>({ queryKey: ["/api/v1/traces"] });
  const ids = lists.flatMap(([, data]) =>
    [data?.newest, data?.slowest].flatMap((list) => list?.traces.map(({ traceId }) => traceId) ?? []),
  );
  return [...new Set(ids)].filter((id) => id.startsWith(shortId)).slice(0, maxListed);
}
