/**
 * Converts network errors to messages, and decides whether an immediate retry could help. Messages name the host,
 * never credentials or raw errors.
 */
import { AppError } from "@/lib/model/app-error";
import { RefusedAddressError } from "@/lib/server/upstream/outgoing/outgoing-agent";

/** Error for the caller, and whether a second attempt may succeed. */
export interface TransportFailure {
  readonly error: AppError;
  readonly isRetriable: boolean;
}

const connectErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENOTFOUND: "cannot be found: unknown host name",
  EAI_AGAIN: "cannot be found: the DNS server does not respond",
  EHOSTUNREACH: "cannot be reached: no route to it",
  ENETUNREACH: "cannot be reached: no network to it",
  EPIPE: "closed the connection",
  ECONNRESET: "closed the connection",
  UND_ERR_SOCKET: "closed the connection",
};

/** Converts a transport error to an AppError. `hasHeaders` is true if the response had started, so that it is incomplete, not missing. */
export function toTransportFailure(cause: unknown, host: string, hasHeaders: boolean): TransportFailure {
  const code = codeOf(cause);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return fail("source-unreachable", `${host} does not accept connections`, cause, false);
  }
  if (code.startsWith("HPE_")) return fail("source-bad-answer", `${host} does not use HTTP`, cause, false);
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return fail("source-untrusted", `${host} has an untrusted certificate (${code})`, cause, false);
  }
  if (hasHeaders) {
    return fail("source-bad-answer", `the response of ${host} ended early`, cause, false);
  }
  const obstacle = findRefusal(cause);
  if (obstacle !== null) return fail("source-unreachable", `${host} ${obstacle}`, cause, false);
  const reason = connectErrors[code];
  if (reason !== undefined) return fail("source-unreachable", `${host} ${reason}`, cause, true);
  return fail("source-unreachable", `${host} cannot be reached`, cause, false);
}

/** Returns why the rules of outgoing connections refuse the host, as a predicate; null for other errors. */
export function findRefusal(cause: unknown): string | null {
  const refusal = listCauses(cause).find((each) => each instanceof RefusedAddressError);
  return refusal?.obstacle ?? null;
}

function fail(
  code: "source-unreachable" | "source-untrusted" | "source-bad-answer",
  message: string,
  cause: unknown,
  isRetriable: boolean,
): TransportFailure {
  return { error: new AppError(code, message, { cause }), isRetriable };
}

/** Returns the first code of the causes. */
function codeOf(cause: unknown): string {
  for (const each of listCauses(cause)) if ("code" in each && typeof each.code === "string") return each.code;
  return "";
}

const maxCauses = 8;

/** Returns the chain of causes. A host with two addresses fails with one error per address. */
function listCauses(cause: unknown): readonly Error[] {
  const causes: Error[] = [];
  let next = cause;
  while (next instanceof Error && causes.length < maxCauses) {
    causes.push(next);
    next = next instanceof AggregateError && next.errors.length > 0 ? next.errors[0] : next.cause;
  }
  return causes;
}
