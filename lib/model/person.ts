/** People who may sign in, and the links that let them. */

/** A removed person keeps a row, so that their changes keep an author. */
export const personStates = ["active", "removed"] as const;

export const themes = ["system", "light", "dark"] as const;

/** setup: the first admin. invite: a new person. reset: a new password. */
export const invitationPurposes = ["setup", "invite", "reset"] as const;
