/**
 * The shape of a door: method, path, access, and the schemas of what goes in and out.
 * Requests are strict, responses tolerate additions. The browser imports types of these files only, never their values.
 */
import type { z } from "zod";

export type Access = "read" | "write" | "public";

/** How a write protects itself: a creation repeats safely by key, an edit names the version it saw. */
export type WriteGuard = "idempotency-key" | "if-match";

export interface Contract<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** A POST that only reads (its question is too large for a URL) needs no guard. */
  readonly guard?: WriteGuard;
  readonly timeLimitMs: number;
  readonly maxBodyBytes: number;
  /** The body is a file, handed on as bytes: who takes it reads it in steps. */
  readonly isFile?: true;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
}

export function defineContract<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(contract: Contract<P, Q, B, R>): Contract<P, Q, B, R> {
  return contract;
}
