/** Requests that a gateway has received and not answered yet. */
import type { EngineRequest } from "../engine/request";

/** Requests that have arrived and not ended. */
export class InFlightRequests {
  readonly #requests = new Set<EngineRequest>();
  readonly #withoutToken = new Set<EngineRequest>();

  get count(): number {
    return this.#requests.size;
  }

  /** Number of requests that have not produced their first token. */
  get awaitingFirstToken(): number {
    return this.#withoutToken.size;
  }

  add(request: EngineRequest): void {
    this.#requests.add(request);
    this.#withoutToken.add(request);
  }

  markFirstToken(request: EngineRequest): void {
    this.#withoutToken.delete(request);
  }

  remove(request: EngineRequest): void {
    this.#requests.delete(request);
    this.#withoutToken.delete(request);
  }
}
