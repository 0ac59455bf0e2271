// Waits for observable conditions, never for a fixed time.
import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../stack-error";

export interface Wait {
  /** Completes the sentence "gave up waiting for …". */
  readonly condition: string;
  readonly isMet: () => Promise<boolean>;
  readonly limitMs: number;
  readonly fix: string;
  /** Returns a reason to stop waiting early, such as a process that has exited. */
  readonly abortReason?: () => string | undefined;
}

const FIRST_POLL_MS = 20;
const SLOWEST_POLL_MS = 250;

export async function waitUntil({ condition, isMet, limitMs, fix, abortReason }: Wait): Promise<void> {
  const deadline = performance.now() + limitMs;
  let pollMs = FIRST_POLL_MS;
  for (;;) {
    if (await isMet()) return;
    const reason = abortReason?.();
    if (reason !== undefined) throw new StackError(reason, fix);
    if (performance.now() > deadline) {
      throw new StackError(`gave up waiting for ${condition} after ${Math.round(limitMs / 1000)} s`, fix);
    }
    await sleep(pollMs);
    pollMs = Math.min(pollMs * 1.5, SLOWEST_POLL_MS);
  }
}

/** Returns whether `url` answers with a status that `isReady` accepts; false when it does not respond. */
export async function answers(
  url: string,
  isReady: (status: number) => boolean = (status) => status === 200,
): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" });
    await response.body?.cancel();
    return isReady(response.status);
  } catch (error) {
    // fetch throws TypeError for a refused or broken connection and DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
