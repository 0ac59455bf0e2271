/** Who calls. Until sign-in exists that is the operator of this machine, who may do everything; the doors ask already. */
import { AppError } from "@/lib/model/app-error";
import type { Access } from "@/lib/contracts/contract";

export interface Principal {
  readonly kind: "operator" | "system";
  readonly id: string;
  readonly allowedAccess: readonly Access[];
}

const operator: Principal = { kind: "operator", id: "operator", allowedAccess: ["public", "read", "write"] };

/** Ridgepoint itself: what it finds out and writes down without being asked. */
export const systemPrincipal: Principal = { kind: "system", id: "system", allowedAccess: ["read", "write"] };

/** The caller behind a request. Loopback and the host allow-list are what keeps others out. */
export function identify(): Principal {
  return operator;
}

/** Throws forbidden unless `principal` may use a door of this access. */
export function requireAccess(principal: Principal, access: Access): void {
  if (!principal.allowedAccess.includes(access))
    throw new AppError("forbidden", `this needs ${access} access`);
}
