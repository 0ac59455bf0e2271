/** Handler of the list of investigations, and of the counts of the board. */
import type { investigationsContract } from "@/lib/contracts/investigations/investigations";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { includeListFields, readInvestigationRowContext, toInvestigationEntry } from "../investigation-row";
import { investigationOrders } from "./list-order";

type Input = HandlerInput<typeof investigationsContract>;

/**
 * Returns one page of investigations, and the counts of the board. Throws database-unavailable. Throws not-found for an
 * unknown deployment. Throws invalid-input for an invalid cursor.
 */
export const listInvestigations: Handler<typeof investigationsContract> = async ({ query, principal }) => {
  const context = await readInvestigationRowContext(principal);
  const where = await createFilter(query, principal);
  const order = investigationOrders[query.sort];
  const [rows, groups] = await Promise.all([
    readRows((database) =>
      database.investigation.findMany({
        where: {
          AND: [
            where,
            query.states === undefined ? {} : { state: { in: query.states } },
            query.cursor === undefined ? {} : order.selectAfter(query.cursor),
          ],
        },
        orderBy: [...order.orderBy],
        // One more row shows whether there is another page.
        take: query.limit + 1,
        include: includeListFields,
      }),
    ),
    readRows((database) => database.investigation.groupBy({ by: ["state"], where, _count: { _all: true } })),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const countOf = (state: string): number => groups.find((group) => group.state === state)?._count._all ?? 0;
  return {
    asOfMs: nowMs(),
    investigations: page.map((row) => toInvestigationEntry(row, context)),
    nextCursor: rows.length > page.length && last !== undefined ? order.createCursor(last) : null,
    counts: countStates(countOf),
  };
};

function countStates(countOf: (state: string) => number) {
  return {
    triage: countOf("triage"),
    active: countOf("active"),
    "fix-deployed": countOf("fix-deployed"),
    monitoring: countOf("monitoring"),
    resolved: countOf("resolved"),
    invalid: countOf("invalid"),
    infrastructure: countOf("infrastructure"),
    downstream: countOf("downstream"),
    "wont-fix": countOf("wont-fix"),
    duplicate: countOf("duplicate"),
  };
}

/** Returns the condition of all filters except the states, so that each state has a count. */
async function createFilter(
  { severities, owner, team, tag, deployment, text }: Input["query"],
  principal: Input["principal"],
): Promise<Prisma.InvestigationWhereInput> {
  const deploymentId =
    deployment === undefined ? undefined : (await resolveDeployment(deployment, principal.sourceScope)).id;
  return {
    AND: [
      buildVisibleRowsCondition(principal),
      text === undefined || text === "" ? {} : createTextFilter(text),
    ],
    ...(severities === undefined ? {} : { severity: { in: severities } }),
    ...(owner === undefined ? {} : { ownerId: owner }),
    ...(team === undefined ? {} : { teamId: team }),
    ...(tag === undefined ? {} : { tags: { hasSome: await listTags(tag) } }),
    ...(deploymentId === undefined ? {} : { deployments: { some: { deploymentId } } }),
  };
}

/** Returns the tags of all investigations that start with this text. */
async function listTags(start: string): Promise<string[]> {
  const rows = await readRows(
    (database) => database.$queryRaw<readonly { readonly tag: string }[]>`
      select distinct tag from investigations cross join unnest(tags) as tag where starts_with(tag, ${start})`,
  );
  return rows.map(({ tag }) => tag);
}

function createTextFilter(text: string): Prisma.InvestigationWhereInput {
  // The database treats these characters as placeholders.
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const number = /^(?:INV-)?([1-9]\d{0,8})$/i.exec(text)?.[1];
  const inTitle = { title: { contains: literal, mode: "insensitive" } } as const;
  return number === undefined ? inTitle : { OR: [inTitle, { number: Number(number) }] };
}
