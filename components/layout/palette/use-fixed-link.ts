import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { fixLinkTimes } from "@/components/layout/window/fixed-link";
import { useView } from "@/lib/client/url-state";

/** Returns the function that creates the link to the open page with the times of the displayed window. */
export function useFixedLink(): () => string {
  const [view] = useView();
  const queries = useQueryClient();
  return () => fixLinkTimes(window.location.href, view, findDisplayedTimeMs(queries));
}

/**
 * Returns the server's time of the newest displayed response, at which a window up to now ends. If the page displays no
 * response with a time, returns the browser's time.
 */
function findDisplayedTimeMs(queries: QueryClient): number {
  const timesMs = queries
    .getQueryCache()
    .findAll({ type: "active" })
    .flatMap(({ state: { data } }) => (hasTime(data) ? [data.asOfMs] : []));
  return timesMs.length === 0 ? Date.now() : Math.max(...timesMs);
}

function hasTime(data: unknown): data is { readonly asOfMs: number } {
  return typeof data === "object" && data !== null && "asOfMs" in data && typeof data.asOfMs === "number";
}
