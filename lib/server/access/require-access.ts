/** Checks a caller's access to an endpoint. The route wrapper and calls of server components use it. */
import type { AnyContract } from "@/lib/contracts/contract";
import { AppError } from "@/lib/model/app-error";
import { findAccessRule } from "./policy";
import { includesRole, type Role } from "./roles";

/** Throws forbidden unless the policy has a rule for the endpoint and the caller's role includes the rule's role. */
export function requireAccess(caller: { readonly role: Role }, contract: Pick<AnyContract, "id">): void {
  const rule = findAccessRule(contract.id);
  if (rule === undefined) throw new AppError("forbidden", "the access policy does not allow this request");
  if (rule.kind === "public" || includesRole(caller.role, rule.lowestRole)) return;
  throw new AppError(
    "forbidden",
    `this request needs the role ${rule.lowestRole} (${rule.verb} ${rule.object}). Your role is ${caller.role}`,
  );
}

/** Returns whether the endpoint changes data, so that its requests count as writes of their client. */
export function isWrite(contract: Pick<AnyContract, "id">): boolean {
  const rule = findAccessRule(contract.id);
  return rule?.kind === "role" && rule.verb !== "view";
}
