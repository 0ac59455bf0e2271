/**
 * Writes what the framework prints to the console as structured lines of the log. The framework would print errors with
 * their stack over several lines. Clients that disconnect are no errors.
 */
import { getLogger, removeUrlCredentials } from "@/lib/server/logger";

const consoleMethods = ["error", "warn"] as const;

/** Replaces `console.error` and `console.warn` of the process. Must be called once at the start. */
export function redirectConsoleToLog(): void {
  for (const level of consoleMethods) {
    globalThis.console[level] = (...parts: readonly unknown[]) => logConsoleLine(level, parts);
  }
}

/** Writes one call of the console to the log. */
export function logConsoleLine(level: (typeof consoleMethods)[number], parts: readonly unknown[]): void {
  const error = parts.find((part) => part instanceof Error);
  if (error !== undefined && isDisconnect(error)) return;
  const text = parts.filter((part) => typeof part === "string").join(" ");
  getLogger()[level](
    error === undefined ? {} : { error },
    text === "" ? "the framework reports a problem" : removeUrlCredentials(text),
  );
}

/** Returns whether the client closed the connection of its request. */
function isDisconnect(error: Error): boolean {
  return "code" in error && error.code === "ECONNRESET" && error.message === "aborted";
}
