/** Requests that a gateway has received and not answered yet. */
import type { Request } from "../engine/request";

export class InFlightRequests {
  readonly #requests = new Set<Request>();
  readonly #withoutToken = new Set<Request>();

  get count(): number {
    return this.#requests.size;
  }

  /** Number of requests without a first token. */
  get awaitingFirstToken(): number {
    return this.#withoutToken.size;
  }

  add(request: Request): void {
    this.#requests.add(request);
    this.#withoutToken.add(request);
  }

  markFirstToken(request: Request): void {
    this.#withoutToken.delete(request);
  }

  remove(request: Request): void {
    this.#requests.delete(request);
    this.#withoutToken.delete(request);
  }
}
