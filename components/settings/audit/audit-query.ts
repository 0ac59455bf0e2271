/** Reads and exports the audit trail. */
import { keepPreviousData } from "@tanstack/react-query";
import type { AuditFilters, AuditState } from "@/lib/client/audit-url";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";
import type { QueryOf, ResponseOf } from "@/lib/contracts/contract";
import type { auditChoicesContract, auditContract, exportAuditContract } from "@/lib/contracts/audit";

const entriesPerPage = 50;
const idleIntervalMs = 10_000;
/** Entries are sealed within about two seconds. */
const unsealedIntervalMs = 2_000;

type Filter = Omit<QueryOf<typeof auditContract>, "limit" | "cursor">;

/** Creates the query for one page of the audit trail. The page with the newest entries is polled. */
export function auditQuery({ before, ...filters }: AuditState) {
  const page = { limit: entriesPerPage, ...(before === null ? {} : { cursor: before }) };
  return endpointQuery<typeof auditContract>(
    "/api/v1/audit",
    { ...toFilter(filters), ...page },
    {
      placeholderData: keepPreviousData,
      structuralSharing: true,
      refetchInterval: ({ state }) => {
        if (state.status === "error") return retryDelayMs(state.error);
        if (before !== null) return false;
        return (state.data?.unsealedCount ?? 0) > 0 ? unsealedIntervalMs : idleIntervalMs;
      },
    },
  );
}

/** Query for the values by which the audit trail can be filtered. */
export const auditChoicesQuery = endpointQuery<typeof auditChoicesContract>("/api/v1/audit/choices", {});

/** File format of an exported audit trail. */
export type AuditExportFormat = QueryOf<typeof exportAuditContract>["format"];

/** Returns the newest audit entries that match the filters, as the text of a file. */
export function exportAuditEntries(
  filters: AuditFilters,
  format: AuditExportFormat,
): Promise<ResponseOf<typeof exportAuditContract>> {
  return fetchJson("/api/v1/audit/export", { query: { ...toFilter(filters), format } });
}

/** Parameters without a value are omitted, so that equal filters share one key. */
function toFilter({ author, action, table, object, from, to }: AuditFilters): Filter {
  return {
    ...(author === null ? {} : { actor: author }),
    ...(action === null ? {} : { action }),
    ...(table === null ? {} : { table }),
    ...(object === null ? {} : { objectId: object }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}
