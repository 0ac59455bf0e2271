/** Names of authors for the filter of the audit trail. */
import type { auditChoicesContract } from "@/lib/contracts/audit";
import type { ResponseOf } from "@/lib/contracts/contract";
import { areConfusable } from "@/lib/base/letters/confusable-names";

type Author = ResponseOf<typeof auditChoicesContract>["actors"][number];

const idTailLength = 8;

/**
 * Returns the name of an author. If another author has the same name, the e-mail address is added. Removed people and
 * service accounts have no e-mail address, so the end of their id is added instead.
 */
export function nameAuthor(authorId: string, authors: readonly Author[]): string {
  const author = authors.find(({ id }) => id === authorId);
  if (author === undefined || author.name === null) return authorId;
  const { name: ownName } = author;
  const isShared = authors.some(({ id, name }) => id !== authorId && areConfusable(name ?? id, ownName));
  if (!isShared) return ownName;
  return `${ownName} (${author.email ?? `id …${authorId.slice(-idTailLength)}`})`;
}
