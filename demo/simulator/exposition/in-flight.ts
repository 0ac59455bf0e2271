/** Requests that a gateway has received and not answered yet. */
import type { Request } from "../engine/request";

export class InFlightRequests {
  readonly #all = new Set<Request>();
  readonly #withoutToken = new Set<Request>();

  get count(): number {
    return this.#all.size;
  }

  /** Number of requests without a first token. */
  get awaitingFirstToken(): number {
    return this.#withoutToken.size;
  }

  add(request: Request): void {
    this.#all.add(request);
    this.#withoutToken.add(request);
  }

  markFirstToken(request: Request): void {
    this.#withoutToken.delete(request);
  }

  remove(request: Request): void {
    this.#all.delete(request);
    this.#withoutToken.delete(request);
  }
}
