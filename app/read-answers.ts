/** Answers queries of the browser on the server, for the caller of the document. */
import type { QueryKey } from "@tanstack/react-query";
import type { EndpointKey } from "@/lib/client/endpoint-query";
import type { AnyContract } from "@/lib/contracts/contract";
import { callHandlerWithHeaders } from "@/lib/server/call";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import type { Handler } from "@/lib/server/handler";
import type { ReadableHeaders } from "@/lib/server/http/request-guard";

/** Query of a page that the server answers in the document. */
export interface FirstQuery {
  readonly queryKey: QueryKey;
  /** Returns the response as JSON. Undefined if the browser must send the query itself. */
  readonly read: (requestHeaders: ReadableHeaders) => Promise<string | undefined>;
}

/** Answer of a query that the document contains. */
export interface FirstAnswer {
  readonly queryKey: QueryKey;
  /** Response body, as the endpoint would send it. */
  readonly json: string;
}

/** Creates the query that the browser would send, answered on the server by the endpoint's handler. */
export function createFirstQuery<C extends AnyContract>(
  contract: C,
  handler: Handler<C>,
  { queryKey }: { readonly queryKey: EndpointKey<C> },
): FirstQuery {
  return {
    queryKey,
    read: async (requestHeaders) => {
      const input = { query: queryKey[1] };
      const response = await callHandlerWithHeaders(requestHeaders, { contract, handler, input });
      return response.ok && !hasProblem(response.value) ? JSON.stringify(response.value) : undefined;
    },
  };
}

/** Returns whether a response reports a failed source. The browser repeats such a query and shows the failure. */
function hasProblem(response: unknown): boolean {
  return (
    typeof response === "object" && response !== null && "problem" in response && response.problem !== null
  );
}

/** Returns the answers that are ready within `limitMs`. Slower reads continue for a later request. */
export async function readAnswers(
  queries: readonly FirstQuery[],
  requestHeaders: ReadableHeaders,
  limitMs: number,
): Promise<readonly FirstAnswer[]> {
  const answers = await Promise.all(
    queries.map(async ({ queryKey, read }) => {
      const outcome = await waitOrReturnPending(limitMs, () => read(requestHeaders));
      const json = outcome.kind === "done" ? outcome.value : undefined;
      return json === undefined ? [] : [{ queryKey, json }];
    }),
  );
  return answers.flat();
}
