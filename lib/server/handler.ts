/** What a door hands to the use case behind it. A service takes this and returns the contract's response, or throws AppError. */
import type { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import type { Principal } from "./principal";

export type AnyContract = Contract<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

export interface HandlerInput<C extends AnyContract> {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: z.output<C["body"]>;
  readonly principal: Principal;
  /** Aborts when the caller goes away or the contract's time is up. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The version that an edit saw, from If-Match; only under contracts with that guard. */
  readonly expectedVersion?: string;
}

/** A response on its way out: nobody changes it any more, so readonly model values pass as they are. */
export type Sent<T> = { readonly [Key in keyof T]: Sent<T[Key]> };

export type HandlerResponse<C extends AnyContract> = Sent<z.input<C["response"]>>;

export type Handler<C extends AnyContract> = (input: HandlerInput<C>) => Promise<HandlerResponse<C>>;
