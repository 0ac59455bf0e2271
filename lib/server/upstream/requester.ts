/** Sends requests to one source: one attempt, or two when a retry may help and the budget allows it. */
import { rootCertificates } from "node:tls";
import { isAppError } from "@/lib/model/app-error";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import { createOutgoingAgent } from "@/lib/server/upstream/outgoing/outgoing-agent";
import type { OutgoingRules } from "@/lib/server/upstream/outgoing/outgoing-rules";
import { createBodyReservation } from "./body-budget";
import { createBodyBuffer } from "./body-buffer";
import { pause } from "./deadline";
import { extractHost, prepareRequest } from "./prepare-request";
import { createRetryBudget } from "./retry-budget";
import { createSecretRemoval } from "./secret-removal";
import { sendRequest, TransportError } from "./send";
import type { SystemClock } from "./system-clock";
import { createTurnQueue } from "./turns";
import { upstreamLimits } from "./upstream-limits";

/** Converts a response to its data. If it throws, the request counts as failed. */
export type ResponseReader<T> = (response: UpstreamResponse) => T | Promise<T>;

/** Sends requests to one source over shared connections. */
export interface Requester {
  readonly sendOnce: <T>(
    request: UpstreamRequest,
    signal: AbortSignal,
    interpret: ResponseReader<T>,
  ) => Promise<T>;
  readonly sendWithRetry: <T>(
    request: UpstreamRequest,
    signal: AbortSignal,
    interpret: ResponseReader<T>,
  ) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Address, credentials, limits and clock of a requester. `onResponse` is called for every response. */
export interface RequesterOptions {
  readonly url: string;
  readonly credentials: SourceCredentials;
  /** Rules for the address of each connection. */
  readonly rules: OutgoingRules;
  /** Maximum size of any response. Undefined if the limit of each request decides. */
  readonly maxResponseBytes: number | undefined;
  readonly clock: SystemClock;
  readonly random: () => number;
  readonly onResponse: (response: UpstreamResponse) => void;
}

const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns a requester for one source. It removes the credentials from responses. */
export function createRequester({
  url,
  credentials,
  rules,
  maxResponseBytes,
  clock,
  random,
  onResponse,
}: RequesterOptions): Requester {
  const host = extractHost(url);
  const budget = createRetryBudget();
  const removeSecrets = createSecretRemoval(credentials);
  const largeBodies = createTurnQueue();
  const agent = createOutgoingAgent(rules, {
    // Probes have separate connections, so that hanging reads cannot block them.
    connections: upstreamLimits.maxConcurrentRequests + upstreamLimits.maxConcurrentProbes,
    connectTimeoutMs: upstreamLimits.connectTimeoutMs,
    ...trustedCertificates(credentials.caPem),
  });

  const once: Requester["sendOnce"] = async (request, signal, interpret) => {
    const requestLimit = request.maxBytes ?? upstreamLimits.maxResponseBytes;
    const maxBytes = Math.min(requestLimit, maxResponseBytes ?? requestLimit);
    const allowance = createBodyReservation({ maxBytes, turns: largeBodies, signal });
    const buffer = createBodyBuffer({ isReused: request.isBodyReused === true });
    try {
      const response = await sendRequest({
        dispatcher: agent,
        clock,
        preparedRequest: prepareRequest({ url, credentials }, request),
        host,
        headerTimeoutMs: request.headerLimitMs ?? upstreamLimits.headerTimeoutMs,
        bodyReservation: allowance,
        buffer,
        signal,
      });
      onResponse(response);
      return await interpret(removeSecrets(response));
    } finally {
      allowance.release();
      buffer.release();
    }
  };

  return {
    sendOnce: once,
    sendWithRetry: async (request, signal, interpret) => {
      budget.addForRequest();
      let status = 0;
      try {
        return await once(request, signal, (response) => {
          status = response.status;
          return interpret(response);
        });
      } catch (error) {
        if (signal.aborted || !mayRetry(error, status) || !budget.trySpend()) throw error;
        await pause(clock, upstreamLimits.retryWaitMs * (0.5 + random()), signal);
        return once(request, signal, interpret);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Returns whether a retry may help. A retry after a timeout would probably time out too, and a Retry-After must be respected. */
function mayRetry(error: unknown, status: number): boolean {
  if (error instanceof TransportError) return error.failure.isRetriable;
  if (!isAppError(error) || error.code === "source-slow" || error.retryAfterMs !== undefined) return false;
  return retriedStatuses.has(status);
}

function trustedCertificates(caPem: string | undefined): { readonly ca?: string[] } {
  return caPem === undefined ? {} : { ca: [...rootCertificates, caPem] };
}
