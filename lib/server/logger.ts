/**
 * The logger: structured lines on standard output. Secrets are removed by key. Bodies of sources or users must not be
 * logged.
 */
import pino from "pino";
import { processMemory } from "./memory";

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

export function logger(): pino.Logger {
  return processMemory("logger", () =>
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
    logger().flush(() => resolve());
  });
}

/**
 * Returns name, message and code only. Stacks of expected errors carry no information, and driver messages may
 * contain passwords.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: "not an error object" };
  return {
    name: error.name,
    message: withoutUserInfo(error.message),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: withoutUserInfo(error.cause.message) } : {}),
  };
}

/** Removes `user:password@` from all URLs in the text. */
export function withoutUserInfo(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$1");
}
