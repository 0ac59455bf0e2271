/**
 * Unique names of people and service accounts. Lists and the audit trail show the name of an author, so nobody may take
 * the name of another author.
 */
import { comparisonKeys } from "@/lib/base/letters/confusable-names";
import { removeHiddenCharacters } from "@/lib/base/letters/hidden-characters";
import { AppError } from "@/lib/model/app-error";
import { nameError, personNameMaxLength, removedPersonName } from "@/lib/model/person";
import type { Transaction } from "@/lib/server/with-change";

/** Names of authors that are not people: the operator, Ridgepoint itself, and removed people. */
const reservedNames = ["operator", "system", "Ridgepoint", removedPersonName] as const;

/**
 * Throws conflict if another active person or service account has the name, or a name that looks equal: it differs only in
 * case, spaces, invisible characters, or letters that look like Latin letters. Other transactions that change names wait
 * until this transaction ends, so that two of them cannot choose the same name. `renamedId` is the person who gets the
 * name, and may already have it; null for a new person.
 */
export async function requireUniquePersonName(
  transaction: Transaction,
  name: string,
  renamedId: string | null = null,
): Promise<void> {
  refuseUsed(name, await readUsedNames(transaction, { renamedId, withRemovedAccounts: true }));
}

/** Throws conflict like `requireUniquePersonName`. A service account may have the name of a removed service account. */
export async function requireUniqueServiceAccountName(
  transaction: Transaction,
  name: string,
  renamedId: string | null = null,
): Promise<void> {
  refuseUsed(name, await readUsedNames(transaction, { renamedId, withRemovedAccounts: false }));
}

function refuseUsed(name: string, used: ReadonlySet<string>): void {
  if (!isUsed(name, used)) return;
  const detail = "Another person or service account has this name, or a name that looks the same";
  throw new AppError("conflict", detail, {
    userMessage: { title: detail, next: "Choose another name." },
    errors: [{ pointer: "#/name", detail: `${detail}. Choose another name.` }],
  });
}

/**
 * Returns the name that a sign-in provider reports. If another person has this name, a part of the e-mail address is
 * appended, because a person cannot enter a name
 * when signing in with a provider.
 */
export async function createUniqueName(
  transaction: Transaction,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string> {
  const used = await readUsedNames(transaction, { renamedId: null, withRemovedAccounts: true });
  const localPart = email.slice(0, email.lastIndexOf("@"));
  const cleaned = removeHiddenCharacters(name).trim().slice(0, personNameMaxLength);
  const base = nameError(cleaned) === null ? cleaned : localPart;
  for (const suffix of ["", ` (${localPart})`, ` (${email})`]) {
    const candidate = withSuffix(base, suffix);
    if (!isUsed(candidate, used)) return candidate;
  }
  for (let number = 2; ; number += 1) {
    const candidate = withSuffix(base, ` (${number})`);
    if (!isUsed(candidate, used)) return candidate;
  }
}

function isUsed(name: string, used: ReadonlySet<string>): boolean {
  return comparisonKeys(name).some((key) => used.has(key));
}

function withSuffix(base: string, suffix: string): string {
  const bounded = suffix.slice(0, personNameMaxLength - 1);
  return `${base.slice(0, personNameMaxLength - bounded.length).trimEnd()}${bounded}`;
}

interface UsedNames {
  readonly renamedId: string | null;
  /** True if names of removed service accounts count too. A removed service account retains its name, because its events show it. */
  readonly withRemovedAccounts: boolean;
}

async function readUsedNames(
  transaction: Transaction,
  { renamedId, withRemovedAccounts }: UsedNames,
): Promise<ReadonlySet<string>> {
  await transaction.$executeRaw`lock table people in share row exclusive mode`;
  const rows = await transaction.$queryRaw<readonly { readonly name: string }[]>`
    select name from people where (state = 'active' or (${withRemovedAccounts} and kind = 'service'))
      and id is distinct from ${renamedId}::uuid`;
  return new Set([...reservedNames, ...rows.map(({ name }) => name)].flatMap(comparisonKeys));
}
