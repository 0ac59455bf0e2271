/**
 * Puts what can go wrong on the wire into the product's words, and says whether asking again at once could help.
 * Messages name the place, never credentials or raw errors.
 */
import { AppError } from "@/lib/model/app-error";

export interface TransportFailure {
  readonly error: AppError;
  readonly isRetriable: boolean;
}

const connectErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENOTFOUND: "cannot be found: no such name",
  EAI_AGAIN: "cannot be found: the name service does not answer",
  EHOSTUNREACH: "cannot be reached: no route to it",
  ENETUNREACH: "cannot be reached: no network to it",
  EPIPE: "closed the connection",
  ECONNRESET: "closed the connection",
  UND_ERR_SOCKET: "closed the connection",
};

/** `hasHeaders`: the answer had begun, so what follows is a broken answer, not a missing one. */
export function transportFailure(cause: unknown, host: string, hasHeaders: boolean): TransportFailure {
  const code = codeOf(cause);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return fail("source-unreachable", `${host} does not take connections`, cause, false);
  }
  if (code.startsWith("HPE_")) return fail("source-bad-answer", `${host} does not speak HTTP`, cause, false);
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return fail(
      "source-untrusted",
      `${host} shows a certificate that is not trusted (${code})`,
      cause,
      false,
    );
  }
  if (hasHeaders) {
    return fail("source-bad-answer", `the answer of ${host} ended early`, cause, false);
  }
  const reason = connectErrors[code];
  if (reason !== undefined) return fail("source-unreachable", `${host} ${reason}`, cause, true);
  return fail("source-unreachable", `${host} cannot be reached`, cause, false);
}

function fail(
  code: "source-unreachable" | "source-untrusted" | "source-bad-answer",
  message: string,
  cause: unknown,
  isRetriable: boolean,
): TransportFailure {
  return { error: new AppError(code, message, { cause }), isRetriable };
}

/** The first code along the chain of causes; a host with two addresses fails with one error per address. */
function codeOf(cause: unknown): string {
  for (
    let each: unknown = cause, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  ) {
    if ("code" in each && typeof each.code === "string") return each.code;
    if (each instanceof AggregateError && each.errors.length > 0) return codeOf(each.errors[0]);
  }
  return "";
}
