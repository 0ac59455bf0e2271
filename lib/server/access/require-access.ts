/** Checks a caller's access to an endpoint. The route wrapper and calls of server components use it. */
import type { AnyContract } from "@/lib/contracts/contract";
import { AppError, isAppError } from "@/lib/model/app-error";
import { isEndpointAllowedForDisplay } from "./display-endpoints";
import { findAccessRule, findRoleRule, listEndpointScopes, type AccessRight, type RoleRule } from "./policy";
import type { WallDisplayPage } from "@/lib/model/deployment/display";
import type { Role, TokenScope } from "@/lib/model/person";
import { includesRole } from "./roles";

/** Returns whether the endpoint can be called without sign-in. */
export function isPublic(contract: Pick<AnyContract, "id">): boolean {
  return findAccessRule(contract.id)?.kind === "public";
}

interface Caller {
  readonly role: Role | null;
  readonly token?: { readonly scopes: readonly TokenScope[] };
  readonly session?: { readonly lacksSecondFactor: boolean };
  readonly display?: { readonly pages: readonly WallDisplayPage[] };
}

/**
 * Throws forbidden unless the role of the caller allows the call of the endpoint, and sign-in-required for a visitor. A
 * token also needs a scope that permits the endpoint. A wall display also needs a page that queries the endpoint.
 */
export function requireAccess(caller: Caller, contract: Pick<AnyContract, "id">): void {
  const rule = findAccessRule(contract.id);
  if (rule === undefined) throw createRuleError();
  if (rule.kind === "public") return;
  if (caller.role === null) throw createSignInError();
  if (caller.token !== undefined) requireScope(caller.token.scopes, contract.id);
  if (caller.display !== undefined && !isEndpointAllowedForDisplay(caller.display.pages, contract.id))
    throw new AppError("forbidden", "this request is not allowed with the link of a wall display", {
      userMessage: { title: "A wall display cannot open this", next: "Sign in to open other pages." },
    });
  if (rule.kind === "self" || includesRole(caller.role, rule.lowestRole)) return;
  if (caller.session?.lacksSecondFactor === true) throw createSecondFactorError();
  throw createRoleError(caller.role, rule);
}

/** Returns the error with which the endpoint refuses the caller. Null if the caller may call it. */
export function findAccessError(caller: Caller, contract: Pick<AnyContract, "id">): AppError | null {
  try {
    requireAccess(caller, contract);
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

/**
 * Throws forbidden unless the role of the caller has the right. Services call it for a right that depends on the
 * content of the request.
 */
export function requireRight({ role, session }: Caller, right: AccessRight): void {
  const rule = findRoleRule(right);
  if (rule === undefined) throw createRuleError();
  if (role === null) throw createSignInError();
  if (includesRole(role, rule.lowestRole)) return;
  if (session?.lacksSecondFactor === true) throw createSecondFactorError();
  throw createRoleError(role, rule);
}

function createRuleError(): AppError {
  return new AppError("forbidden", "the access policy does not allow this request", {
    userMessage: {
      title: "This request has no access rule",
      next: "Report this as a fault of Ridgepoint.",
    },
  });
}

function createSignInError(): AppError {
  return new AppError("sign-in-required", "this request needs a sign-in");
}

function createRoleError(role: Role, { lowestRole, verb, object }: RoleRule): AppError {
  const detail = `this request requires the role “${lowestRole}” (${verb} ${object}). Your role is “${role}”`;
  return new AppError("forbidden", detail, {
    userMessage: {
      title: `You need the role “${lowestRole}” for this`,
      next: `Your role is “${role}”. Ask an admin for the role.`,
    },
  });
}

function createSecondFactorError(): AppError {
  return new AppError("forbidden", "the organisation requires a second factor from admins", {
    userMessage: {
      title: "Your sign-in has no second factor",
      next: "Set up a second factor in Settings › Profile. You have the rights of an editor until then.",
    },
  });
}

function requireScope(scopes: readonly TokenScope[], contractId: string): void {
  const allowed = listEndpointScopes(contractId);
  if (scopes.some((scope) => allowed.includes(scope))) return;
  throw new AppError(
    "forbidden",
    allowed.length === 0
      ? "this request is not allowed with an API token"
      : `this request needs an API token with the scope ${allowed.join(" or ")}. The token has ${scopes.join(", ")}`,
    {
      userMessage: {
        title: "The API token does not allow this",
        next:
          allowed.length === 0
            ? "Sign in, and make the change in the browser."
            : `Create a token with the scope ${allowed.join(" or ")} in Settings › API tokens.`,
      },
    },
  );
}

/** Returns whether a person with this role may call the endpoint. */
export function mayCall(role: Role, contract: Pick<AnyContract, "id">): boolean {
  const rule = findAccessRule(contract.id);
  return rule !== undefined && (rule.kind !== "role" || includesRole(role, rule.lowestRole));
}

/**
 * Returns whether the endpoint changes data. Its requests then count towards the write limit of the client.
 */
export function isWrite(contract: Pick<AnyContract, "id">): boolean {
  const rule = findAccessRule(contract.id);
  return rule?.kind === "role" && rule.verb !== "view";
}
