/** Lists published case studies. */
import type { caseStudiesContract } from "@/lib/contracts/investigations/reports/case-studies";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { buildVisibleRowsCondition } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readInvestigationRowContext } from "../../investigation-row";

const maxClasses = 200;

type Input = HandlerInput<typeof caseStudiesContract>;

/**
 * Returns one page of case studies, and the cause classes of all case studies that the caller may read. Throws not-found
 * for an unknown deployment, and database-unavailable.
 */
export const listCaseStudies: Handler<typeof caseStudiesContract> = async ({ query, principal }) => {
  const { deployments } = await readInvestigationRowContext(principal);
  const visible: Prisma.CaseStudyWhereInput = {
    publishedAt: { not: null },
    investigation: { AND: buildVisibleRowsCondition(principal) },
  };
  const [rows, classes] = await Promise.all([
    readRows(async (database) =>
      database.caseStudy.findMany({
        where: { AND: [visible, await createFilter(query, principal), createCursorFilter(query.cursor)] },
        orderBy: [{ publishedAt: "desc" }, { investigation: { number: "desc" } }],
        // One more row shows whether there is another page.
        take: query.limit + 1,
        include: {
          investigation: {
            select: {
              number: true,
              state: true,
              round: true,
              deployments: { select: { deploymentId: true } },
            },
          },
        },
      }),
    ),
    readRows((database) =>
      database.caseStudy.groupBy({
        by: ["causeClass"],
        where: { AND: [visible, { causeClass: { not: null } }] },
        orderBy: { causeClass: "asc" },
        take: maxClasses,
      }),
    ),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    asOfMs: nowMs(),
    caseStudies: page.map(
      ({ title, problem, cause, fix, effect, causeClass, publishedAt, investigation }) => ({
        title,
        problem,
        cause,
        fix,
        effect,
        causeClass,
        number: investigation.number,
        state: investigationStates.find((state) => state === investigation.state) ?? "triage",
        round: investigation.round,
        deployments: investigation.deployments
          .flatMap(({ deploymentId }) => deployments.get(deploymentId) ?? [])
          .toSorted((one, other) => one.title.localeCompare(other.title)),
        publishedAtMs: publishedAt?.getTime() ?? 0,
      }),
    ),
    nextCursor:
      rows.length > page.length && last !== undefined
        ? `${last.publishedAt?.getTime() ?? 0}_${last.investigation.number}`
        : null,
    causeClasses: classes.flatMap(({ causeClass }) => (causeClass === null ? [] : [causeClass])),
  };
};

async function createFilter(
  { text, deployment, causeClass }: Input["query"],
  principal: Input["principal"],
): Promise<Prisma.CaseStudyWhereInput> {
  const deploymentId =
    deployment === undefined ? undefined : (await resolveDeployment(deployment, principal.sourceScope)).id;
  return {
    AND: (text ?? "").split(/\s+/).flatMap((word) => (word === "" ? [] : [createTextFilter(word)])),
    ...(causeClass === undefined ? {} : { causeClass }),
    ...(deploymentId === undefined ? {} : { investigation: { deployments: { some: { deploymentId } } } }),
  };
}

/** Returns the condition that the title, a text or the class contains the word. */
function createTextFilter(word: string): Prisma.CaseStudyWhereInput {
  // The database treats these characters as placeholders.
  const contains = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const condition = { contains, mode: "insensitive" } as const;
  return {
    OR: [
      { title: condition },
      { problem: condition },
      { cause: condition },
      { fix: condition },
      { effect: condition },
      { causeClass: condition },
    ],
  };
}

function createCursorFilter(cursor: string | undefined): Prisma.CaseStudyWhereInput {
  if (cursor === undefined) return {};
  const [timeText = "", numberText = ""] = cursor.split("_");
  const publishedAt = new Date(Math.min(Number(timeText), 8_640_000_000_000_000));
  return {
    OR: [
      { publishedAt: { lt: publishedAt } },
      { publishedAt, investigation: { number: { lt: Number(numberText) } } },
    ],
  };
}
