/**
 * Asks a Jaeger-like trace source. Two generations of its API are in use: newer servers have `/api/v3`, older ones and
 * look-alikes only the JSON API beneath `/api`. Every failure is an AppError.
 */
import { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import type { Upstream, UpstreamResponse } from "@/lib/model/upstream";

export type JaegerApi = "v3" | "old";

const v3Services = z.object({ services: z.array(z.string()).default([]) });
const oldServices = z.object({ data: z.array(z.string()).nullable() });

/** Which generation of the API the source has: the newer one where both are there. */
export async function probeApi(upstream: Upstream): Promise<JaegerApi> {
  const isNew = await upstream.read({ method: "GET", path: "/api/v3/services" }, (response) => {
    if (response.status === 404) return false;
    parse(v3Services, response);
    return true;
  });
  if (isNew) return "v3";
  await listServices(upstream, "old");
  return "old";
}

/** Names of the services that the source has spans of, in the order of their names. */
export async function listServices(upstream: Upstream, api: JaegerApi): Promise<readonly string[]> {
  const names =
    api === "v3"
      ? await upstream.read(
          { method: "GET", path: "/api/v3/services" },
          (response) => parse(v3Services, response).services,
        )
      : await upstream.read(
          { method: "GET", path: "/api/services" },
          (response) => parse(oldServices, response).data ?? [],
        );
  return names.toSorted();
}

/** The answer's body by `schema`. Throws what its status or shape means. */
function parse<Schema extends z.ZodType>(schema: Schema, response: UpstreamResponse): z.output<Schema> {
  const failure = failureOf(response);
  if (failure) throw failure;
  const parsed = schema.safeParse(toJson(response.body));
  if (!parsed.success) throw new AppError("source-bad-answer", "the trace source's answer is not understood");
  return parsed.data;
}

function failureOf({ status, retryAfterMs }: UpstreamResponse): AppError | undefined {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 200) return undefined;
  if (status === 401 || status === 403) {
    return new AppError("source-auth-failed", `the trace source refuses the credentials (${status})`);
  }
  if (status === 429)
    return new AppError("source-rate-limited", "the trace source is asked too often (429)", wait);
  if (status === 503) return new AppError("source-not-ready", "the trace source is not ready (503)", wait);
  if (status >= 500) return new AppError("source-error", `the trace source fails with status ${status}`);
  return new AppError("source-bad-answer", `there is no Jaeger API at this address (${status})`);
}

/** Undefined for what is not JSON, which no schema takes. */
function toJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
