/** Adds a new person to the team of their invitation. */
import type { Transaction } from "@/lib/server/with-change";

/** A team that was deleted since the invitation has no members, so the team is then null. */
export async function joinTeam(
  transaction: Transaction,
  member: { readonly personId: string; readonly teamId: string | null },
): Promise<void> {
  const { personId, teamId } = member;
  if (teamId !== null) await transaction.member.create({ data: { personId, teamId } });
}
