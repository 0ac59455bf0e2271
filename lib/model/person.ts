/** People who may sign in, their roles, the links that let them sign in, and the API tokens of their programs. */
import { hasHiddenCharacter } from "@/lib/base/letters/hidden-characters";
import { findMixedWord } from "@/lib/base/letters/mixed-word";
import { titleError } from "./event";

/** Kinds of accounts that have a role: people, and service accounts for programs that use API tokens. */
export const personKinds = ["person", "service"] as const;

/** Roles of people. Each role has all rights of the roles before it. */
export const roles = ["viewer", "editor", "admin"] as const;

/** Role of a person, which decides what the person may change. */
export type Role = (typeof roles)[number];

/** Roles of service accounts. A program does not need the rights of an admin, which no token has. */
export const serviceAccountRoles = ["viewer", "editor"] as const satisfies readonly Role[];

/** States of a person. The row of a removed person stays, so that their changes have an author. */
export const personStates = ["active", "removed"] as const;

/** How a person signs in: with a password, or at the sign-in provider of the organisation. */
export const signInMethods = ["password", "provider"] as const;
/** How a person signs in: with a password, or at the sign-in provider of the organisation. */
export type SignInMethod = (typeof signInMethods)[number];

/** Colour themes of the pages. */
export const themes = ["system", "light", "dark"] as const;

/** Purposes of an invitation link. setup: the first admin. invite: a new person. reset: a new password. */
export const invitationPurposes = ["setup", "invite", "reset"] as const;

/** Maximum length of the name of a person. */
export const personNameMaxLength = 100;

/**
 * Returns what is wrong with the name of a person, a service account, a team, an API token or a display, as a sentence.
 * Null for a valid name. The length is checked separately.
 */
export function nameError(name: string): string | null {
  if (hasHiddenCharacter(name))
    return "Must not contain control characters, invisible characters, or characters that change the text direction.";
  const mixed = findMixedWord(name);
  if (mixed !== null) {
    const letters = mixed.scripts.length > 1 ? mixed.scripts.join(" and ") : "different";
    return `Must not mix alphabets in one word: "${mixed.word}" has ${letters} letters.`;
  }
  return titleError(name, { maxLength: Infinity, emptyError: "Must have at least one visible character." });
}

/** Name that is displayed as the author of a removed person's changes. */
export const removedPersonName = "Removed person";

/** Longest time for which the data of evidence can be retained: 10 years. */
export const evidenceRetentionMaxDays = 3_650;
/** Maximum length of the name of a team. */
export const teamNameMaxLength = 60;

/** Minimum length of a password, the only rule of passwords. */
export const minPasswordLength = 12;
/** Maximum length of a password. */
export const maxPasswordLength = 128;

/**
 * Rights of an API token. read: all data that its owner can read, except the audit trail. write: all changes
 * that an editor may make. gate: create and read gate runs. events: record events. webhook: deliver events, and read
 * nothing.
 */
export const tokenScopes = ["read", "write", "gate", "events", "webhook"] as const;
/** Right of an API token. */
export type TokenScope = (typeof tokenScopes)[number];

/** Maximum length of the name of an API token. */
export const tokenNameMaxLength = 80;

/** Limits and default of the days after which an API token expires. */
export const tokenLifetimeDays = { shortest: 1, initial: 90, longest: 365 } as const;

/** Person as whom the demo signs every visitor in. */
export const demoEditor = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Demo editor",
  email: "editor@demo.invalid",
  role: "editor",
} as const;

/** Admin of the demo, without a password. `npm run demo -- admin` prints a link that sets one. */
export const demoAdmin = {
  id: "01900000-0000-7000-8000-000000000002",
  name: "Demo admin",
  email: "admin@demo.invalid",
  role: "admin",
} as const;
