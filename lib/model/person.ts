/** People who may sign in, their roles, the links that let them, and the API tokens of their programs. */

/** Each role has all rights of the roles before it. */
export const roles = ["viewer", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/** A removed person keeps a row, so that their changes keep an author. */
export const personStates = ["active", "removed"] as const;

/** How a person signs in: with a password, or at the sign-in provider of the organisation. */
export const signInMethods = ["password", "provider"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Colour themes of the pages. */
export const themes = ["system", "light", "dark"] as const;

/** setup: the first admin. invite: a new person. reset: a new password. */
export const invitationPurposes = ["setup", "invite", "reset"] as const;

export const personNameMaxLength = 100;
/** Longest retention of the data of evidence: 10 years. */
export const evidenceRetentionMaxDays = 3_650;
export const teamNameMaxLength = 60;

/** Length is the only rule of passwords. */
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

/**
 * read: all data that the maker sees, except the audit trail. write: all changes of an editor. gate: create and read
 * gate runs. events: record events.
 */
export const tokenScopes = ["read", "write", "gate", "events"] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const tokenNameMaxLength = 80;

/** Days after which a token expires. */
export const tokenLifetimeDays = { shortest: 1, initial: 90, longest: 365 } as const;

/** The person as whom the demo signs every visitor in. */
export const demoEditor = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Demo editor",
  email: "editor@demo.invalid",
  role: "editor",
} as const;

/** Has no password. `npm run demo -- admin` prints a link that sets one. */
export const demoAdmin = {
  id: "01900000-0000-7000-8000-000000000002",
  name: "Demo admin",
  email: "admin@demo.invalid",
  role: "admin",
} as const;
