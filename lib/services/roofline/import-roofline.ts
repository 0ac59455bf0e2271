/**
 * Imports an exported document in one transaction: rows first, then the settings that may name them. Each entry is
 * independent. Identical content stays, different content becomes a new version, and invalid content is refused with
 * the reason.
 */
import { sizeError } from "@/lib/analysis/roofline/models/size-error";
import type {
  ImportResponse,
  importRooflineContract,
  RooflineExport,
} from "@/lib/contracts/roofline/roofline-tables";
import { deviceNameError } from "@/lib/model/roofline/accelerator";
import { isAppError } from "@/lib/model/app-error";
import { choiceNames, type ChoiceEdit } from "@/lib/model/roofline/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import {
  buildCatalogue,
  isBuiltInRow,
  type AddedEntries,
  type Catalogue,
  type CatalogueEntryKind,
} from "./tables/catalogue";
import { reloadRooflineConfig, readRooflineConfig } from "./roofline-config";
import { lockCatalogueTables, readCurrentEntry, writeEntry } from "./tables/write-entry";
import { assertChoice, assertNoRetiredRow, lockSetting, writeSetting } from "./setting/write-setting";

type Outcome = ImportResponse["entries"][number];

interface ImportContext {
  readonly transaction: Transaction;
  readonly principal: Principal;
}

/**
 * Handles the import of exported GPUs, models and settings. Returns the result of each entry. Throws
 * database-unavailable.
 */
export const importRoofline: Handler<typeof importRooflineContract> = async ({ body, principal }) => {
  const { addedEntries } = await readRooflineConfig();
  const { deployments } = await readKnownDeployments(principal.sourceScope);
  const ids = new Map(deployments.map(({ slug, id }) => [slug, id]));
  const entries = await writeChange(principal, "import-roofline", async (transaction) => {
    await lockCatalogueTables(transaction);
    const importing = { transaction, principal };
    const outcomes: Outcome[] = [];
    const retired = {
      accelerators: new Set(body.retired?.accelerators),
      models: new Set(body.retired?.models),
    };
    for (const document of body.accelerators) {
      const { id, deviceNames } = document.accelerator;
      const error = deviceNames.map(deviceNameError).find((one) => one !== null) ?? null;
      outcomes.push(
        error === null
          ? await importEntry(importing, "accelerator", {
              id,
              document,
              isRetired: retired.accelerators.has(id),
            })
          : { kind: "accelerator", id, outcome: "refused", detail: `A device name ${error}.` },
      );
    }
    for (const document of body.models) {
      const { id } = document.architecture;
      const error = sizeError(document.architecture);
      if (error !== null) {
        outcomes.push({ kind: "model", id, outcome: "refused", detail: `The model ${error.message}.` });
        continue;
      }
      outcomes.push(
        await importEntry(importing, "model", { id, document, isRetired: retired.models.has(id) }),
      );
    }
    const catalogue = catalogueWith(addedEntries, body);
    // All writers lock settings in the order of their ids, which prevents deadlocks.
    for (const one of body.settings.toSorted((a, b) => (a.deployment < b.deployment ? -1 : 1)))
      outcomes.push(await importSetting(importing, { ...one, id: ids.get(one.deployment), catalogue }));
    return outcomes.map((outcome) => ({ ...outcome }));
  });
  await reloadRooflineConfig();
  return { asOfMs: nowMs(), entries };
};

interface ImportedEntry {
  readonly id: string;
  readonly document: RooflineExport["accelerators"][number] | RooflineExport["models"][number];
  readonly isRetired: boolean;
}

async function importEntry(
  { transaction, principal }: ImportContext,
  kind: CatalogueEntryKind,
  { id, document, isRetired }: ImportedEntry,
): Promise<Outcome> {
  if (isBuiltInRow(kind, id))
    return { kind, id, outcome: "refused", detail: `A built-in ${kind} has this id. Use a different id.` };
  const present = await readCurrentEntry(transaction, kind, id);
  if (present !== null && present.isRetired === isRetired && isSame(present.document, document))
    return { kind, id, outcome: "same", detail: `Unchanged: identical to version ${present.version}.` };
  const version = (present?.version ?? 0) + 1;
  try {
    await writeEntry(transaction, { kind, entryId: id, version, isRetired, document, principal });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind, id, outcome: "refused", detail: error.message };
  }
  return present === null
    ? {
        kind,
        id,
        outcome: "added",
        detail: isRetired ? "Added as a retired row." : "Added.",
      }
    : { kind, id, outcome: "new-version", detail: `Written as version ${version}.` };
}

interface SettingEntry {
  readonly deployment: string;
  readonly id: string | undefined;
  readonly chosen: RooflineExport["settings"][number]["chosen"];
  readonly catalogue: Catalogue;
}

async function importSetting(
  { transaction, principal }: ImportContext,
  { deployment, id, chosen, catalogue }: SettingEntry,
): Promise<Outcome> {
  const about = { kind: "setting", id: deployment } as const;
  if (id === undefined)
    return { ...about, outcome: "refused", detail: `There is no deployment with the slug ${deployment}.` };
  let before: Awaited<ReturnType<typeof lockSetting>>;
  try {
    before = await lockSetting(transaction, principal, id);
    assertChoice(chosen, catalogue);
    assertNoRetiredRow(chosen, before.stored?.chosen, catalogue.retiredIds);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...about, outcome: "refused", detail: error.message };
  }
  if (isSame(before.stored?.chosen ?? {}, chosen))
    return { ...about, outcome: "same", detail: "Unchanged: the same values are already chosen." };
  // Fields that the document does not choose are reset.
  const edit = Object.fromEntries(choiceNames.map((name) => [name, chosen[name] ?? null])) as ChoiceEdit;
  const { version } = await writeSetting(transaction, { deploymentId: id, principal, before, edit });
  return version === 1
    ? { ...about, outcome: "added", detail: "The setting was added." }
    : { ...about, outcome: "new-version", detail: `The setting was written as version ${version}.` };
}

/** Returns the catalogue with the imported rows, including retired rows, because imported settings may name them. */
function catalogueWith(added: AddedEntries, { accelerators, models }: RooflineExport): Catalogue {
  const about = { version: 0, isRetired: false, author: "", atMs: 0 };
  const given = new Set([
    ...accelerators.map(({ accelerator }) => accelerator.id),
    ...models.map(({ architecture }) => architecture.id),
  ]);
  const isNotImported = ({ id }: { readonly id: string }): boolean => !given.has(id);
  return buildCatalogue({
    accelerators: [
      ...added.accelerators.filter(isNotImported),
      ...accelerators.map((document) => ({ ...about, id: document.accelerator.id, document })),
    ],
    models: [
      ...added.models.filter(isNotImported),
      ...models.map((document) => ({ ...about, id: document.architecture.id, document })),
    ],
  });
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sortKeys(left)) === JSON.stringify(sortKeys(right));
}

/** Sorts object keys recursively. PostgreSQL does not preserve the key order of a JSON document. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}
