/** What goes back to one client, each piece at its time and all in order, however late the clock wakes us. */
export class Outbox {
  readonly #waiting: { readonly atMs: number; readonly send: () => void }[] = [];
  readonly #onFailure: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onFailure` is told when a piece could not be sent; what waits behind it is dropped. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** At a moment of the simulation's clock, which is the wall's; not before what was put in earlier. */
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
