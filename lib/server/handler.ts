/** Input of a use case. A service returns the contract's response or throws AppError. */
import type { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { AnyContract } from "@/lib/contracts/contract";
import type { ReadableHeaders } from "./http/request-guard";
import type { Principal } from "./principal";

/** Headers of a request and cookies of its response, for sign-in. */
export interface HttpExchange {
  readonly headers: ReadableHeaders;
  /** Adds a Set-Cookie header to the response. */
  readonly setCookie: (header: string) => void;
}

/** Validated input of an endpoint, with its caller. */
export interface HandlerInput<C extends AnyContract> {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: z.output<C["body"]>;
  readonly principal: Principal;
  /** Aborts when the client disconnects or the contract's time limit ends. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Present in requests over HTTP, absent in calls from server components. */
  readonly http?: HttpExchange;
  /** Version from If-Match. Present only in contracts with that guard. */
  readonly expectedVersion?: string;
}

/** Response of an endpoint before serialisation. Readonly values are accepted. */
export type HandlerResponse<C extends AnyContract> = ReadonlyDeep<z.input<C["response"]>>;

/** Function that answers the requests of a contract's endpoint. */
export type Handler<C extends AnyContract> = (input: HandlerInput<C>) => Promise<HandlerResponse<C>>;
