/** Writes a deployment's setting as a new version and validates the choices. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { AppError } from "@/lib/model/app-error";
import {
  applyChoiceEdit,
  parseStoredChoice,
  type ChoiceEdit,
  type RooflineChoice,
  type StoredChoice,
} from "@/lib/model/roofline/roofline-choice";
import type { Prisma } from "@/lib/server/db/generated/client";
import { requireTeam, type OwnedRow, type TeamCaller } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { createMissingDeploymentError } from "@/lib/services/deployments/require-deployment-team";
import type { Catalogue } from "@/lib/services/roofline/tables/catalogue";
import { countWithNoun } from "@/lib/format/agreement";

/** Version of a roofline setting, with its author. */
export interface SettingVersion {
  readonly version: number;
  readonly author: string;
  readonly atMs: number;
  readonly chosen: RooflineChoice;
}

/**
 * Locks the roofline setting of a deployment until the transaction ends, so that concurrent edits never write the same
 * version, and returns it. Throws not-found. Throws forbidden for a deployment of another team. Throws
 * database-unavailable for a deployment that is listed but not stored yet.
 */
export async function lockSetting(
  transaction: Transaction,
  caller: TeamCaller,
  deploymentId: string,
): Promise<{ readonly version: number; readonly stored: StoredChoice | null }> {
  const [deployment] = await transaction.$queryRaw<readonly OwnedRow[]>`
    select team_id::text as "teamId" from deployments where id = ${deploymentId}::uuid for no key update`;
  if (deployment === undefined) throw createMissingDeploymentError(deploymentId);
  requireTeam(caller, deployment, "deployment");
  const row = await transaction.rooflineSetting.findFirst({
    where: { deploymentId },
    orderBy: { version: "desc" },
  });
  return row === null
    ? { version: 0, stored: null }
    : { version: row.version, stored: parseStoredChoice(row.document) };
}

/** Writes a new version of a deployment's roofline setting and returns it. */
export async function writeSetting(
  transaction: Transaction,
  { deploymentId, principal, before, edit }: SettingWrite,
): Promise<SettingVersion> {
  const version = before.version + 1;
  const atMs = nowMs();
  const author = principal.id;
  const document = applyChoiceEdit(before.stored, edit, { version, author, atMs });
  await transaction.rooflineSetting.create({
    data: { deploymentId, version, author, createdAt: new Date(atMs), document: toJson(document) },
  });
  return { version, author: findAuthorName(author), atMs, chosen: document.chosen };
}

interface SettingWrite {
  readonly deploymentId: string;
  readonly principal: Principal;
  readonly before: { readonly version: number; readonly stored: StoredChoice | null };
  readonly edit: ChoiceEdit;
}

/**
 * Validates the chosen values of a setting. Throws invalid-input for unknown table rows and for counts that
 * contradict each other.
 */
export function assertChoice(chosen: RooflineChoice, { accelerators, models }: Catalogue): void {
  const { model, accelerator, acceleratorCount, tensorParallel = 1, pipelineParallel = 1 } = chosen;
  if (model !== undefined && !models.some(({ id }) => id === model))
    throw new AppError("invalid-input", `The table has no model ${model}. Add it first.`);
  if (accelerator !== undefined && !accelerators.some(({ id }) => id === accelerator))
    throw new AppError("invalid-input", `The table has no accelerator ${accelerator}. Add it first.`);
  const each = tensorParallel * pipelineParallel;
  if (acceleratorCount !== undefined && acceleratorCount % each !== 0)
    throw new AppError(
      "invalid-input",
      `${countWithNoun(acceleratorCount, "GPU")} cannot be divided into instances of ${each}.`,
    );
}

/** Throws invalid-input if a new choice uses a retired GPU or model. Existing choices stay valid. */
export function assertNoRetiredRow(
  chosen: RooflineChoice,
  previousChoice: RooflineChoice | undefined,
  retiredIds: ReadonlySet<string>,
): void {
  for (const what of ["accelerator", "model"] as const) {
    const id = chosen[what];
    if (id === undefined || id === previousChoice?.[what] || !retiredIds.has(id)) continue;
    throw new AppError("invalid-input", `The ${what} ${id} is retired. Reactivate it, or choose another.`);
  }
}

/** Converts a document to the type of a JSON column, and drops undefined fields. */
export function toJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;
}
