/** The one log: structured lines on standard output, with secrets removed by key. Never log bodies of sources or users. */
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

/** Resolves when every line so far was written. */
export function flushLog(): Promise<void> {
  return new Promise((resolve) => {
    logger().flush(() => resolve());
  });
}

/** Name, message and code only: stacks of expected failures say nothing, and messages of drivers can hold addresses with passwords. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: "not an error object" };
  return {
    name: error.name,
    message: withoutUserInfo(error.message),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: withoutUserInfo(error.cause.message) } : {}),
  };
}

/** Text with `user:password@` taken out of every address in it. */
export function withoutUserInfo(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$1");
}
