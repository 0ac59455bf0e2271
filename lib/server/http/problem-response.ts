/** Responses of data endpoints: their headers, and errors as problem JSON. */
import { dataContentSecurityPolicy, privateCacheControl, securityHeaders } from "./security-headers";
import { toProblem } from "./problem";

/** Converts any error to the problem response of an endpoint (`toProblem`). */
export function createProblemResponse(error: unknown, requestId: string): Response {
  const problem = toProblem(error, requestId);
  const headers = createResponseHeaders(requestId);
  headers.set("content-type", "application/problem+json");
  if (problem.retryAfterMs !== undefined)
    headers.set("retry-after", String(Math.ceil(problem.retryAfterMs / 1_000)));
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** Returns the headers of every data response, with the request id. */
export function createResponseHeaders(requestId: string): Headers {
  const headers = new Headers(securityHeaders);
  headers.set("content-security-policy", dataContentSecurityPolicy);
  headers.set("cache-control", privateCacheControl);
  headers.set("x-request-id", requestId);
  return headers;
}
