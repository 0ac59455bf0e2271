/** People who may sign in, their roles, and the links that let them. */

/** Each role has all rights of the roles before it. */
export const roles = ["viewer", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/** A removed person keeps a row, so that their changes keep an author. */
export const personStates = ["active", "removed"] as const;

export const themes = ["system", "light", "dark"] as const;

/** setup: the first admin. invite: a new person. reset: a new password. */
export const invitationPurposes = ["setup", "invite", "reset"] as const;

export const personNameMaxLength = 100;

/** Length is the only rule of passwords. */
export const minPasswordLength = 12;
export const maxPasswordLength = 128;
