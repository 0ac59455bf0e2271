/** Queries for notices, and their dismissal. */
import type { noticesContract } from "@/lib/contracts/notices";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";

const listMs = 15_000;

/** Query for notices that are not dismissed. */
export const noticesQuery = endpointQuery<typeof noticesContract>(
  "/api/v1/notices",
  {},
  { refetchInterval: listMs },
);

/** Dismisses a notice for all people. */
export async function dismissNotice(id: string): Promise<void> {
  await fetchJson(`/api/v1/notices/${id}/dismiss`, {
    method: "POST",
    body: {},
    // Dismissing is idempotent.
    idempotencyKey: `dismiss-${id}`,
  });
}
