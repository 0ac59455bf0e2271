/** Where a trace is asked for: the same for the page that asks early, before its scripts are there, and for the scripts. */

export interface TraceRequestParams {
  readonly clock: "raw" | "corrected";
  readonly deployment: string | null;
}

export function traceUrl(traceId: string, { clock, deployment }: TraceRequestParams): `/api/${string}` {
  const search = new URLSearchParams({ clock, ...(deployment === null ? {} : { deployment }) });
  return `/api/v1/traces/${traceId}?${search.toString()}`;
}

type PageSearch = { readonly [name: string]: string | readonly string[] | undefined };

const slug = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/** What the page of an address will ask for. */
export function traceRequestOf({ d, clock }: PageSearch): TraceRequestParams {
  return {
    clock: clock === "corrected" ? "corrected" : "raw",
    deployment: typeof d === "string" && slug.test(d) ? d : null,
  };
}
