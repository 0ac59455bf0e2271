/** The roles of callers. Each role has all rights of the roles before it. */

/** viewer: sees. editor: also changes what teams work with. admin: also changes settings of the organisation. */
export const roles = ["viewer", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/** Returns whether a caller with `role` has the rights of `lowestRole`. */
export function includesRole(role: Role, lowestRole: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(lowestRole);
}
