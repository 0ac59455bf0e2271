/**
 * Parameters of a request for a trace. The page sends the request before its scripts are loaded, and the
 * scripts use the same parameters.
 */
export interface TraceRequestParams {
  readonly clock: "raw" | "corrected";
  readonly deployment: string | null;
}

/** Returns the URL of a request for a trace. */
export function createTraceUrl(traceId: string, { clock, deployment }: TraceRequestParams): `/api/${string}` {
  const search = new URLSearchParams({ clock, ...(deployment === null ? {} : { deployment }) });
  return `/api/v1/traces/${traceId}?${search.toString()}`;
}

type PageSearch = { readonly [name: string]: string | readonly string[] | undefined };

const slug = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/** Returns the request parameters that the page at a URL will use. */
export function readTraceRequest({ d, clock }: PageSearch): TraceRequestParams {
  return {
    clock: clock === "corrected" ? "corrected" : "raw",
    deployment: typeof d === "string" && slug.test(d) ? d : null,
  };
}
