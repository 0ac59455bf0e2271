/**
 * The caller of a request. Without sign-in it is the operator of this machine, who may do everything. Endpoints
 * already check access.
 */
import { AppError } from "@/lib/model/app-error";
import type { Access } from "@/lib/contracts/contract";
import { allSources, type SourceScope } from "@/lib/model/sources/source-scope";
import type { ReadableHeaders } from "./http/request-guard";

export interface Principal {
  readonly kind: "operator" | "system";
  readonly id: string;
  readonly allowedAccess: readonly Access[];
  /** Sources that the caller may read. */
  readonly sourceScope: SourceScope;
}

const operator: Principal = {
  kind: "operator",
  id: "operator",
  allowedAccess: ["public", "read", "write"],
  sourceScope: allSources,
};

/** Ridgepoint itself, for changes made by background jobs. */
export const systemPrincipal: Principal = {
  kind: "system",
  id: "system",
  allowedAccess: ["read", "write"],
  sourceScope: allSources,
};

/** Returns the caller of a request. Loopback and the host allow-list keep others out. */
export function identify(_request: { readonly headers: ReadableHeaders }): Promise<Principal> {
  return Promise.resolve(operator);
}

/** Throws forbidden unless `principal` has this access. */
export function requireAccess(principal: Principal, access: Access): void {
  if (!principal.allowedAccess.includes(access))
    throw new AppError("forbidden", `this request requires ${access} access`);
}
