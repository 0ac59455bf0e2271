/** Creates, edits and deletes teams. */
import type { createTeamContract, deleteTeamContract, editTeamContract } from "@/lib/contracts/people/teams";
import { AppError } from "@/lib/model/app-error";
import { countWithNoun } from "@/lib/format/agreement";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { writeChange, type Transaction } from "@/lib/server/with-change";

const maxListed = 5;

/** Creates a team. Throws conflict if another team has this name, and database-unavailable. */
export const createTeam: Handler<typeof createTeamContract> = async ({ body: { name }, principal }) => {
  const { id } = await writeChange(principal, "create-team", async (transaction) => {
    await assertFreeName(transaction, name);
    return transaction.team.create({ data: { name }, select: { id: true } });
  });
  return { teamId: id };
};

/**
 * Changes the name of a team. Throws not-found and database-unavailable. Throws precondition-failed for an outdated
 * version. Throws conflict if another team has this name.
 */
export const editTeam: Handler<typeof editTeamContract> = async ({
  params: { teamId },
  body: { name, evidenceRetentionDays },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "edit-team", async (transaction) => {
    const team = await lockTeam(transaction, teamId, expectedVersion);
    if (name !== undefined && team.name !== name) await assertFreeName(transaction, name);
    await transaction.team.update({
      where: { id: teamId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(evidenceRetentionDays === undefined ? {} : { evidenceRetentionDays }),
        version: { increment: 1 },
      },
    });
    return null;
  });
  return { teamId };
};

/**
 * Deletes a team. Throws not-found and database-unavailable. Throws precondition-failed for an outdated version. Throws
 * conflict if the team owns something.
 */
export const deleteTeam: Handler<typeof deleteTeamContract> = async ({
  params: { teamId },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "delete-team", async (transaction) => {
    const team = await lockTeam(transaction, teamId, expectedVersion);
    const owned = await describeOwned(transaction, teamId);
    if (owned !== null)
      throw new AppError("conflict", `${team.name} owns ${owned}`, {
        userMessage: {
          title: "The team still owns something",
          next: "Give its deployments, baselines, investigations, templates and webhooks to another team or to everyone, then delete the team.",
        },
      });
    await transaction.team.delete({ where: { id: teamId } });
    return null;
  });
  return { deletedId: teamId };
};

/** Locks the row until the transaction ends, so that nobody can give an object to the team while it is deleted. */
async function lockTeam(
  transaction: Transaction,
  teamId: string,
  expectedVersion: string | undefined,
): Promise<{ readonly name: string; readonly version: number }> {
  const [team] = await transaction.$queryRaw<readonly { readonly name: string; readonly version: number }[]>`
    select name, version from teams where id = ${teamId}::uuid for update`;
  if (team === undefined) throw new AppError("not-found", "there is no such team");
  assertVersion(String(team.version), expectedVersion);
  return team;
}

async function assertFreeName(transaction: Transaction, name: string): Promise<void> {
  const count = await transaction.team.count({ where: { name: { equals: name, mode: "insensitive" } } });
  if (count > 0)
    throw new AppError("conflict", `another team has the name ${name}`, {
      userMessage: { title: `Another team has the name ${name}`, next: "Choose another name." },
    });
}

/** Returns the names of the objects that the team owns, or null if it owns none. */
async function describeOwned(transaction: Transaction, teamId: string): Promise<string | null> {
  const deployments = await transaction.deployment.findMany({ where: { teamId }, select: { title: true } });
  const baselines = await transaction.baseline.findMany({ where: { teamId }, select: { name: true } });
  const investigations = await transaction.investigation.findMany({
    where: { teamId },
    orderBy: { number: "asc" },
    select: { number: true },
  });
  const templates = await transaction.investigationTemplate.findMany({
    where: { teamId },
    select: { name: true },
  });
  const webhooks = await transaction.webhook.findMany({ where: { teamId }, select: { name: true } });
  const parts = [
    describeNames(
      deployments.map(({ title }) => title),
      "deployment",
    ),
    describeNames(
      baselines.map(({ name }) => name),
      "baseline",
    ),
    describeNames(
      investigations.map(({ number }) => investigationName(number)),
      "investigation",
    ),
    describeNames(
      templates.map(({ name }) => name),
      "template",
    ),
    describeNames(
      webhooks.map(({ name }) => name),
      "webhook",
    ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", and ");
}

function describeNames(names: readonly string[], noun: string): string | null {
  if (names.length === 0) return null;
  const unlistedCount = names.length - maxListed;
  const listed = names.slice(0, maxListed).join(", ");
  return `${countWithNoun(names.length, noun)}: ${listed}${unlistedCount > 0 ? ` and ${unlistedCount} more` : ""}`;
}
