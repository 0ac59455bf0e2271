/** The requests that a gateway has taken and not answered yet. */
import type { Request } from "../engine/request";

export class InFlight {
  readonly #all = new Set<Request>();
  readonly #withoutToken = new Set<Request>();

  get count(): number {
    return this.#all.size;
  }

  /** Those that wait for their first token. */
  get withoutToken(): number {
    return this.#withoutToken.size;
  }

  arrived(request: Request): void {
    this.#all.add(request);
    this.#withoutToken.add(request);
  }

  gotToken(request: Request): void {
    this.#withoutToken.delete(request);
  }

  ended(request: Request): void {
    this.#all.delete(request);
    this.#withoutToken.delete(request);
  }
}
