/** The team of an invitation. */
import type { Transaction } from "@/lib/server/with-change";

/**
 * Adds a new person to the team of their invitation. The team is null if the invitation has no team or the team was
 * deleted.
 */
export async function joinTeam(
  transaction: Transaction,
  member: { readonly personId: string; readonly teamId: string | null },
): Promise<void> {
  const { personId, teamId } = member;
  if (teamId !== null) await transaction.member.create({ data: { personId, teamId } });
}
