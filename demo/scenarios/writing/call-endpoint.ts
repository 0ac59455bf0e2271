// Calls a use case like a request: with the access policy, the schemas of its contract, and its time limit.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { AnyContract } from "@/lib/contracts/contract";
import { requireAccess } from "@/lib/server/access/require-access";
import type { Handler } from "@/lib/server/handler";
import { checkResponse } from "@/lib/server/http/check-response";
import { parseInput } from "@/lib/server/http/read-input";
import type { Principal } from "@/lib/server/principal";

/** Parts that the contract does not have can be omitted. */
export interface EndpointInput<C extends AnyContract> {
  readonly params?: ReadonlyDeep<z.input<C["params"]>>;
  readonly query?: ReadonlyDeep<z.input<C["query"]>>;
  readonly body?: ReadonlyDeep<z.input<C["body"]>>;
  /** Version that an edit is based on. Absent for requests without `If-Match`. */
  readonly version?: number;
}

/** Calls endpoints as one person. */
export type EndpointCaller = <C extends AnyContract>(
  contract: C,
  handler: Handler<C>,
  input: EndpointInput<C>,
) => Promise<z.output<C["response"]>>;

/** Returns the calls of one person. A call throws AppError. */
export function createEndpointCaller(principal: Principal): EndpointCaller {
  return async <C extends AnyContract>(contract: C, handler: Handler<C>, input: EndpointInput<C>) => {
    requireAccess(principal, contract);
    const { version } = input;
    const response = await handler({
      params: parseInput<C["params"]>(contract.params, input.params ?? {}, "path"),
      query: parseInput<C["query"]>(contract.query, input.query ?? {}, "query"),
      body: parseInput<C["body"]>(contract.body, input.body ?? {}, "body"),
      principal,
      signal: AbortSignal.timeout(contract.timeLimitMs),
      requestId: randomUUID(),
      ...(version === undefined ? {} : { expectedVersion: String(version) }),
    });
    return checkResponse(contract, response) as z.output<C["response"]>;
  };
}
