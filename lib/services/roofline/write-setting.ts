/** Writes a deployment's setting as a new version, and looks whether what is chosen can be. */
import { AppError } from "@/lib/model/app-error";
import {
  editedChoice,
  parseStoredChoice,
  type ChoiceEdit,
  type RooflineChoice,
  type StoredChoice,
} from "@/lib/model/roofline-choice";
import type { Prisma } from "@/lib/server/db/generated/client";
import { nowMs } from "@/lib/server/clock";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import type { Catalogue } from "./catalogue";

export interface WrittenSetting {
  readonly version: number;
  readonly author: string;
  readonly atMs: number;
  readonly chosen: RooflineChoice;
}

/** Locked until the transaction ends: two edits of one deployment never make the same version. Throws not-found. */
export async function lockSetting(
  transaction: Transaction,
  deploymentId: string,
): Promise<{ readonly version: number; readonly stored: StoredChoice | null }> {
  const found = await transaction.$queryRaw<readonly unknown[]>`
    select 1 from deployments where id = ${deploymentId}::uuid for no key update`;
  if (found.length === 0) throw new AppError("not-found", "there is no such deployment");
  const row = await transaction.rooflineSetting.findFirst({
    where: { deploymentId },
    orderBy: { version: "desc" },
  });
  return row === null
    ? { version: 0, stored: null }
    : { version: row.version, stored: parseStoredChoice(row.document) };
}

export async function writeSetting(
  transaction: Transaction,
  { deploymentId, principal, before, edit }: SettingWrite,
): Promise<WrittenSetting> {
  const version = before.version + 1;
  const atMs = nowMs();
  const author = principal.id;
  const document = editedChoice(before.stored, edit, { version, author, atMs });
  await transaction.rooflineSetting.create({
    data: { deploymentId, version, author, createdAt: new Date(atMs), document: toJson(document) },
  });
  return { version, author, atMs, chosen: document.chosen };
}

interface SettingWrite {
  readonly deploymentId: string;
  readonly principal: Principal;
  readonly before: { readonly version: number; readonly stored: StoredChoice | null };
  readonly edit: ChoiceEdit;
}

/** Throws invalid-input for rows that no table has, and for counts that cannot go together. */
export function assertChoice(chosen: RooflineChoice, { accelerators, models }: Catalogue): void {
  const { model, accelerator, acceleratorCount, tensorParallel = 1, pipelineParallel = 1 } = chosen;
  if (model !== undefined && !models.some(({ id }) => id === model))
    throw new AppError("invalid-input", `There is no model ${model} in the table; add it first.`);
  if (accelerator !== undefined && !accelerators.some(({ id }) => id === accelerator))
    throw new AppError("invalid-input", `There is no accelerator ${accelerator} in the table; add it first.`);
  const each = tensorParallel * pipelineParallel;
  if (acceleratorCount !== undefined && acceleratorCount % each !== 0)
    throw new AppError(
      "invalid-input",
      `${acceleratorCount} accelerators cannot be shared out to instances of ${each}.`,
    );
}

/** A retired row serves those who chose it and nobody else. Throws invalid-input where a choice that is new names one. */
export function assertOffered(
  chosen: RooflineChoice,
  before: RooflineChoice | undefined,
  retired: ReadonlySet<string>,
): void {
  for (const what of ["accelerator", "model"] as const) {
    const id = chosen[what];
    if (id === undefined || id === before?.[what] || !retired.has(id)) continue;
    throw new AppError(
      "invalid-input",
      `The ${what} ${id} is retired; offer it again first, or choose another.`,
    );
  }
}

export function toJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;
}
