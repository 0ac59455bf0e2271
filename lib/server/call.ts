/**
 * Calls an endpoint from a server component, with the same host and access check, parsing, time limit and response
 * check as over HTTP.
 */
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { z } from "zod";
import type { Problem } from "@/lib/model/problem";
import { fail, succeed, type Result } from "@/lib/base/result";
import { assertAllowedHost, type ReadableHeaders } from "./http/request-guard";
import { checkResponse } from "./http/check-response";
import { isPublic, requireAccess } from "./access/require-access";
import { createVisitor, identifyCaller } from "./principal";
import { parseInput } from "./http/read-input";
import { readEnvironment } from "./environment/env";
import { toProblem } from "./http/problem";
import { withTimeLimit } from "./http/time-limit";
import type { AnyContract } from "@/lib/contracts/contract";
import type { Handler } from "./handler";

/** Input of the call. Parts that the contract does not have can be omitted. */
export interface ContractInput<C extends AnyContract> {
  readonly params?: z.input<C["params"]>;
  readonly query?: z.input<C["query"]>;
  readonly body?: z.input<C["body"]>;
}

/**
 * Calls the endpoint of `contract` within this process, with the headers of the current request. Returns its response,
 * or the problem that an HTTP client would get. Only endpoints that change nothing may be called.
 */
export async function callHandler<C extends AnyContract>(
  contract: C,
  handler: Handler<C>,
  input: ContractInput<C> = {},
): Promise<Result<z.output<C["response"]>, Problem>> {
  return callHandlerWithHeaders(await headers(), { contract, handler, input });
}

interface InnerCall<C extends AnyContract> {
  readonly contract: C;
  readonly handler: Handler<C>;
  readonly input: ContractInput<C>;
}

/** Calls a contract with the given request headers, like `callHandler`. */
export async function callHandlerWithHeaders<C extends AnyContract>(
  requestHeaders: ReadableHeaders,
  { contract, handler, input }: InnerCall<C>,
): Promise<Result<z.output<C["response"]>, Problem>> {
  const requestId = randomUUID();
  try {
    assertAllowedHost(requestHeaders, readEnvironment().publicUrl);
    const request = { headers: requestHeaders };
    const principal = isPublic(contract) ? createVisitor(request) : await identifyCaller(request);
    requireAccess(principal, contract);
    const params = parseInput<C["params"]>(contract.params, input.params ?? {}, "path");
    const query = parseInput<C["query"]>(contract.query, input.query ?? {}, "query");
    const body = parseInput<C["body"]>(contract.body, input.body ?? {}, "body");
    const response = await withTimeLimit(contract.timeLimitMs, undefined, (signal) =>
      handler({ params, query, body, principal, signal, requestId }),
    );
    // The response is checked like a response over HTTP. Pages use its inferred type.
    return succeed(checkResponse(contract, response) as z.output<C["response"]>);
  } catch (error) {
    return fail(toProblem(error, requestId));
  }
}
