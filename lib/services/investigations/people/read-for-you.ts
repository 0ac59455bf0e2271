/** Reads the investigations that concern the caller: mentions, approvals, due dates, and investigations of the caller. */
import type { forYouContract } from "@/lib/contracts/investigations/people";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { timelinePayload } from "@/lib/model/investigation/timeline-payload";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { listApprovals } from "../experiments/list-approvals";
import {
  includeListFields,
  readInvestigationRowContext,
  toInvestigationEntry,
  type InvestigationRowContext,
} from "../investigation-row";

const maxListed = 50;

/**
 * Returns the mentions, approvals, due dates and investigations of the caller. A caller who is not a person, such as the operator,
 * has empty lists. Throws database-unavailable.
 */
export const readForYou: Handler<typeof forYouContract> = async ({ principal }) => {
  const asOfMs = nowMs();
  const isPerson = principal.kind === "person" || principal.kind === "token";
  if (!isPerson)
    return { asOfMs, mentions: [], approvals: [], due: [], owned: [], participating: [], opened: [] };
  const context = await readInvestigationRowContext(principal);
  const isOwner = { ownerId: principal.id };
  const isParticipant = { participants: { some: { personId: principal.id } } };
  const [mentions, approvals, due, owned, participating, opened] = await Promise.all([
    readMentions(principal),
    readRows((database) => listApprovals(database, principal, maxListed)),
    readOpen(context, {
      where: { OR: [isOwner, isParticipant], dueOn: { not: null } },
      orderBy: [{ dueOn: "asc" }, { number: "desc" }],
    }),
    readOpen(context, { where: isOwner, orderBy: [{ updatedAt: "desc" }, { number: "desc" }] }),
    readOpen(context, { where: isParticipant, orderBy: [{ updatedAt: "desc" }, { number: "desc" }] }),
    readOpen(context, {
      where: {
        author: principal.id,
        OR: [{ ownerId: null }, { ownerId: { not: principal.id } }],
        participants: { none: { personId: principal.id } },
      },
      orderBy: [{ updatedAt: "desc" }, { number: "desc" }],
    }),
  ]);
  return { asOfMs, mentions, approvals, due, owned, participating, opened };
};

interface OpenQuestion {
  readonly where: Prisma.InvestigationWhereInput;
  readonly orderBy: Prisma.InvestigationOrderByWithRelationInput[];
}

async function readOpen(context: InvestigationRowContext, { where, orderBy }: OpenQuestion) {
  const rows = await readRows((database) =>
    database.investigation.findMany({
      where: { AND: [where, buildVisibleRowsCondition(context.reader), { state: { in: [...openStates] } }] },
      orderBy,
      take: maxListed,
      include: includeListFields,
    }),
  );
  return rows.map((row) => toInvestigationEntry(row, context));
}

async function readMentions(principal: Principal) {
  const rows = await readRows((database) =>
    database.mention.findMany({
      where: { personId: principal.id, investigation: { AND: buildVisibleRowsCondition(principal) } },
      orderBy: [{ at: "desc" }, { entryId: "desc" }],
      take: maxListed,
      include: { entry: true, investigation: { select: { number: true, title: true } } },
    }),
  );
  return rows.flatMap(({ entryId, entry, investigation, at }) => {
    const payload = timelinePayload.safeParse(entry.payload);
    if (!payload.success || payload.data.kind !== "comment") return [];
    const { text } = payload.data;
    return [{ entryId, ...investigation, text, author: findAuthorName(entry.author), atMs: at.getTime() }];
  });
}
