/**
 * Determines the outcome of a request from its spans. Most instrumentations give the spans of an aborted request the
 * status error.
 */
import type { AttributeValue, Span } from "@/lib/model/traces/trace";
import type { RequestOutcome } from "@/lib/model/traces/request-outcome";
import { readNumberAttribute } from "./attributes";

type OutcomeSpan = Pick<Span, "attributes" | "isError" | "statusMessage">;

/** nginx's status for a client that closed its request, which other gateways use too. */
const clientClosedRequest = 499;
const grpcCancelled = 1;
const statusNames = ["http.response.status_code", "http.status_code"] as const;
const grpcStatusNames = ["rpc.grpc.status_code", "grpc.status_code"] as const;
const finishReasonNames = ["gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"] as const;
const finishedByClient = new Set(["abort", "cancelled", "canceled"]);
const errorTypeOfClient = /cancel|abort|client[ _.-]?(?:disconnect|closed)/i;
const messageOfClient = /\b(?:context cancell?ed|client (?:disconnected|closed)|request (?:was )?aborted)\b/i;

/**
 * Decides whether a request succeeded, failed or was aborted by its client, from its root span and all its
 * spans.
 */
export function findRequestOutcome(root: OutcomeSpan, spans: readonly OutcomeSpan[]): RequestOutcome {
  if (isAborted(root) || spans.some(endedByClient)) return "abort";
  return root.isError ? "error" : "success";
}

/**
 * Decides whether one span succeeded, failed or was aborted. The outcome of the request is needed because most spans
 * inside an aborted request have the status error, although they did not fail.
 */
export function findSpanOutcome(span: OutcomeSpan, outcomeOfRequest: RequestOutcome): RequestOutcome {
  if (isAborted(span)) return "abort";
  if (!span.isError) return "success";
  return outcomeOfRequest === "abort" && !hasServerError(span) ? "abort" : "error";
}

function isAborted(span: OutcomeSpan): boolean {
  const { attributes, isError, statusMessage = "" } = span;
  if (statusOf(span, statusNames) === clientClosedRequest || endedByClient(span)) return true;
  if (statusOf(span, grpcStatusNames) === grpcCancelled) return true;
  return (
    isError &&
    (errorTypeOfClient.test(textOf(attributes["error.type"])) || messageOfClient.test(statusMessage))
  );
}

/** Returns whether the engine reports that it stopped because of the client. */
function endedByClient({ attributes }: Pick<Span, "attributes">): boolean {
  return finishReasonNames.some((name) => {
    const value = attributes[name];
    if (value === undefined) return false;
    return Array.isArray(value) ? value.some(isOfClient) : isOfClient(value);
  });
}

const isOfClient = (value: unknown): boolean =>
  typeof value === "string" && finishedByClient.has(value.toLowerCase());

function hasServerError(span: OutcomeSpan): boolean {
  return (statusOf(span, statusNames) ?? 0) >= 500;
}

function statusOf(span: OutcomeSpan, names: readonly string[]): number | null {
  for (const name of names) {
    const status = readNumberAttribute(span, name);
    if (status !== null) return status;
  }
  return null;
}

const textOf = (value: AttributeValue | undefined): string => (typeof value === "string" ? value : "");
