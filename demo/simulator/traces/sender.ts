/**
 * Sends traces in batches over OTLP/HTTP without blocking the simulation. Traces that could not be sent in the last
 * hour stay in a bounded queue until the collector responds.
 */
import { toResourceSpans } from "./otlp";
import type { RequestTrace } from "./request-trace";

interface PendingTrace {
  readonly trace: RequestTrace;
  readonly atMs: number;
}

const retentionMs = 3_600_000;
const maxPending = 4_000;
const batchSize = 100;
const deadlineMs = 5_000;

export class TraceSender {
  readonly #url: string;
  #pending: PendingTrace[] = [];
  #isSending = false;

  constructor(otlpUrl: string) {
    this.#url = new URL("/v1/traces", otlpUrl).href;
  }

  /** Traces that are not sent yet. */
  get pendingCount(): number {
    return this.#pending.length;
  }

  add(trace: RequestTrace, atMs: number): void {
    this.#pending.push({ trace, atMs });
    if (this.#pending.length > maxPending) this.#pending.splice(0, this.#pending.length - maxPending);
  }

  /** Sends pending traces in batches until the collector refuses one or none are left. Never throws. */
  async flush(nowMs: number): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      this.#pending = this.#pending.filter(({ atMs }) => nowMs - atMs < retentionMs);
      while (this.#pending.length > 0) {
        const batch = this.#pending.slice(0, batchSize);
        if (!(await this.#post(batch))) return;
        const sent = new Set(batch);
        this.#pending = this.#pending.filter((one) => !sent.has(one));
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #post(batch: readonly PendingTrace[]): Promise<boolean> {
    const resourceSpans = batch.flatMap(({ trace }) => toResourceSpans(trace.traceId, trace.spans));
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ resourceSpans }),
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // The collector is down or not started yet. The batch stays queued for the next flush.
      return false;
    }
  }
}
