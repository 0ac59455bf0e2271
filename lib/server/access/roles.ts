/** Compares the roles of callers. Each role has all rights of the roles before it. */
import { roles, type Role } from "@/lib/model/person";

/** Returns whether a caller with `role` has the rights of `lowestRole`. */
export function includesRole(role: Role, lowestRole: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(lowestRole);
}

/** Validates the stored role of a person. The constraint of the database refuses other values. */
export function parsePersonRole(stored: string): Role {
  return roles.find((one) => one === stored) ?? "viewer";
}
