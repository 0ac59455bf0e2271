/**
 * The logger: structured lines on standard output. Secrets are removed by key. Bodies of sources or users must not be
 * logged.
 */
import pino from "pino";
import { getProcessState } from "./process-state";

const secretKeys = [
  "authorization",
  "cookie",
  "password",
  "bearerToken",
  "token",
  "secret",
  "databaseUrl",
  "credentials",
];

/** Returns the logger of the process. It removes secrets. */
export function getLogger(): pino.Logger {
  return getProcessState("logger", () =>
    pino({
      level: process.env["RIDGEPOINT_LOG_LEVEL"] ?? "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretKeys.flatMap((each) => [each, `*.${each}`, `*.*.${each}`]),
        censor: "[removed]",
      },
      serializers: { error: describeError },
    }),
  );
}

/** Resolves when all lines have been written. */
export function flushLog(): Promise<void> {
  return new Promise((resolve) => {
    getLogger().flush(() => resolve());
  });
}

/**
 * Returns name, message and code of an error for the log. Stacks of expected errors carry no information,
 * and driver messages may contain passwords.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: "not an error object" };
  return {
    name: error.name,
    message: removeSecrets(error.message),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: removeSecrets(error.cause.message) } : {}),
  };
}

/** Removes the credentials in URLs, and API tokens except for their prefix. */
function removeSecrets(text: string): string {
  return removeUrlCredentials(text).replaceAll(/rp_[A-Za-z0-9]{6,32}(?:_[0-9a-f]{1,8})?/g, "rp_[removed]");
}

/** Longer texts are truncated: a request chooses the length of some messages, such as its path. */
const maxTextLength = 4_000;

/**
 * Removes `user:password@` from all URLs in the text, in linear time. Truncates the text to 4,000 characters. If a URL is
 * truncated before its host, its credentials are removed too.
 */
export function removeUrlCredentials(text: string): string {
  if (text.length <= maxTextLength) return text.replaceAll(/:\/\/[^\s/?#]*@/g, "://");
  return `${text.slice(0, maxTextLength).replaceAll(/:\/\/[^\s/?#]*(?:@|$)/g, "://")}…`;
}
