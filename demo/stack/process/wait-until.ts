// Waits for observable conditions, never for a fixed time.
import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../stack-error";

/** A condition to wait for. */
export interface WaitOptions {
  /** Completes the sentence "gave up waiting for …". */
  readonly condition: string;
  readonly isMet: () => Promise<boolean>;
  readonly timeoutMs: number;
  /** Advice for the error after the time limit. */
  readonly fix: string;
  /** Returns a reason to stop waiting early, such as a process that has exited. */
  readonly findAbortReason?: () => string | undefined;
}

const FIRST_POLL_MS = 20;
const SLOWEST_POLL_MS = 250;

/** Waits until the condition is met. Throws `StackError` after `timeoutMs`, or with the abort reason. */
export async function waitUntil({
  condition,
  isMet,
  timeoutMs,
  fix,
  findAbortReason,
}: WaitOptions): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let pollMs = FIRST_POLL_MS;
  for (;;) {
    if (await isMet()) return;
    const reason = findAbortReason?.();
    if (reason !== undefined) throw new StackError(reason, fix);
    if (performance.now() > deadline) {
      throw new StackError(`gave up waiting for ${condition} after ${Math.round(timeoutMs / 1000)} s`, fix);
    }
    await sleep(pollMs);
    pollMs = Math.min(pollMs * 1.5, SLOWEST_POLL_MS);
  }
}

/** Returns whether `url` answers with an expected status; false if it does not respond. */
export async function isResponding(
  url: string,
  isExpectedStatus: (status: number) => boolean = (status) => status === 200,
): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" });
    await response.body?.cancel();
    return isExpectedStatus(response.status);
  } catch (error) {
    // fetch throws TypeError for a refused or broken connection and DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
