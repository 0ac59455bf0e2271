/**
 * The caller of a request. Without sign-in it is the operator of this machine, who may do everything. Endpoints
 * already check access.
 */
import { AppError } from "@/lib/model/app-error";
import type { Access } from "@/lib/contracts/contract";

export interface Principal {
  readonly kind: "operator" | "system";
  readonly id: string;
  readonly allowedAccess: readonly Access[];
}

const operator: Principal = { kind: "operator", id: "operator", allowedAccess: ["public", "read", "write"] };

/** Ridgepoint itself, for changes made by background jobs. */
export const systemPrincipal: Principal = { kind: "system", id: "system", allowedAccess: ["read", "write"] };

/** Returns the caller of a request. Loopback and the host allow-list keep others out. */
export function identify(): Principal {
  return operator;
}

/** Throws forbidden unless `principal` has this access. */
export function requireAccess(principal: Principal, access: Access): void {
  if (!principal.allowedAccess.includes(access))
    throw new AppError("forbidden", `this needs ${access} access`);
}
