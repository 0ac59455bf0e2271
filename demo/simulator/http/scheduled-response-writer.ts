/** Outgoing parts of one response, each sent at its scheduled time and in order, even if a timer fires late. */
export class ScheduledResponseWriter {
  readonly #waiting: { readonly atMs: number; readonly send: () => void }[] = [];
  readonly #onFailure: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onFailure` is called when a part could not be sent; the remaining parts are dropped. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Schedules a part at `atMs` on the simulation clock, which is wall-clock time, but not before earlier parts. */
  add(atMs: number, send: () => void): void {
    this.#waiting.push({ atMs: Math.max(atMs, this.#waiting.at(-1)?.atMs ?? 0), send });
    this.#wake();
  }

  #wake(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, next.atMs - Date.now()));
  }

  #sendDue(): void {
    this.#timer = undefined;
    try {
      for (;;) {
        const [next] = this.#waiting;
        if (next === undefined || next.atMs > Date.now()) break;
        this.#waiting.shift();
        next.send();
      }
    } catch (error) {
      this.#waiting.length = 0;
      this.#onFailure(error);
    }
    this.#wake();
  }
}
