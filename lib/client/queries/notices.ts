/** Queries for notices, and their dismissal. */
import { queryOptions } from "@tanstack/react-query";
import type { NoticesResponse } from "@/lib/contracts/notices";
import { fetchJson } from "@/lib/client/fetch-json";

const listMs = 15_000;

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) => fetchJson<NoticesResponse>("/api/v1/notices", { signal }),
  refetchInterval: listMs,
});

export async function dismissNotice(id: string): Promise<void> {
  await fetchJson(`/api/v1/notices/${id}/dismiss`, {
    method: "POST",
    body: {},
    // Dismissing is idempotent.
    idempotencyKey: `dismiss-${id}`,
  });
}
