/**
 * Definition of an endpoint: method, path, guard, and the schemas of request and response. Requests are strict,
 * responses tolerate additional fields. The browser imports only types from these files, never values.
 */
import type { z } from "zod";

/**
 * How repeated or concurrent writes are handled: a creation has an idempotency key, an edit names the
 * version that it is based on.
 */
export type WriteGuard = "idempotency-key" | "if-match";

/**
 * Description of an endpoint: method, path, and schemas of request and response. Server, browser and
 * documentation use it.
 */
export interface Contract<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Path extends `/api/${string}` = `/api/${string}`,
> {
  /** Name of the endpoint in the access policy. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  /** Absent for endpoints that only read. A POST only reads if its question is too large for a URL. */
  readonly guard?: WriteGuard;
  readonly timeLimitMs: number;
  readonly maxBodyBytes: number;
  /** True if the body of the request is a file. The handler reads its bytes in chunks. Absent otherwise. */
  readonly hasFileBody?: true;
  /** True if the body of the response is a file, which the schema `fileResponse` describes. Absent otherwise. */
  readonly hasFileResponse?: true;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
}

/** Returns the contract unchanged, with its exact types inferred. */
export function defineContract<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  const Path extends `/api/${string}`,
>(contract: Contract<P, Q, B, R, Path>): Contract<P, Q, B, R, Path> {
  return contract;
}

/** Contract of any endpoint. */
export type AnyContract = Contract<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** Query parameters that a client sends. */
export type QueryOf<C extends AnyContract> = z.input<C["query"]>;

/** Response of a contract, as the client receives it. */
export type ResponseOf<C extends AnyContract> = z.output<C["response"]>;
