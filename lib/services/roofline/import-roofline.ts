/**
 * Takes a document that was exported: rows first, then settings, which may name them. Each entry stands by itself: what is there already
 * stays, what differs becomes a new version, what cannot be is told with the reason. All in one transaction.
 */
import type {
  ImportResponse,
  importRooflineContract,
  RooflineDocument,
} from "@/lib/contracts/roofline-tables";
import { isAppError } from "@/lib/model/app-error";
import { choiceNames, type ChoiceEdit } from "@/lib/model/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { withChange, type Transaction } from "@/lib/server/with-change";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { catalogueOf, isOwnRow, type AddedEntries, type Catalogue, type EntryKind } from "./catalogue";
import { rereadRooflineBook, rooflineBook } from "./roofline-book";
import { lockEntries, presentEntry, writeEntry } from "./write-entry";
import { assertChoice, lockSetting, writeSetting } from "./write-setting";

type Outcome = ImportResponse["entries"][number];

interface Importing {
  readonly transaction: Transaction;
  readonly principal: Principal;
}

/** Throws database-unavailable. */
export const importRoofline: Handler<typeof importRooflineContract> = async ({ body, principal }) => {
  const { added } = await rooflineBook();
  const { deployments } = await knownDeployments();
  const ids = new Map(deployments.map(({ slug, id }) => [slug, id]));
  const entries = await withChange(principal, "import-roofline", async (transaction) => {
    await lockEntries(transaction);
    const importing = { transaction, principal };
    const outcomes: Outcome[] = [];
    for (const document of body.accelerators)
      outcomes.push(await importEntry(importing, "accelerator", document.accelerator.id, document));
    for (const document of body.models)
      outcomes.push(await importEntry(importing, "model", document.architecture.id, document));
    const catalogue = catalogueWith(added, body);
    // In the order of their ids, as every other writer of several would lock them.
    for (const one of body.settings.toSorted((a, b) => (a.deployment < b.deployment ? -1 : 1)))
      outcomes.push(await importSetting(importing, { ...one, id: ids.get(one.deployment), catalogue }));
    return outcomes.map((outcome) => ({ ...outcome }));
  });
  await rereadRooflineBook();
  return { asOfMs: nowMs(), entries };
};

async function importEntry(
  { transaction, principal }: Importing,
  kind: EntryKind,
  id: string,
  document: RooflineDocument["accelerators"][number] | RooflineDocument["models"][number],
): Promise<Outcome> {
  if (isOwnRow(kind, id))
    return { kind, id, outcome: "refused", detail: "The product’s own table has a row of this id." };
  const present = await presentEntry(transaction, kind, id);
  if (present !== null && !present.isRetired && isSame(present.document, document))
    return { kind, id, outcome: "same", detail: `It is as version ${present.version} already.` };
  const version = (present?.version ?? 0) + 1;
  await writeEntry(transaction, { kind, entryId: id, version, document, principal });
  return present === null
    ? { kind, id, outcome: "added", detail: "It is in the table now." }
    : { kind, id, outcome: "new-version", detail: `It is version ${version} now.` };
}

interface SettingEntry {
  readonly deployment: string;
  readonly id: string | undefined;
  readonly chosen: RooflineDocument["settings"][number]["chosen"];
  readonly catalogue: Catalogue;
}

async function importSetting(
  { transaction, principal }: Importing,
  { deployment, id, chosen, catalogue }: SettingEntry,
): Promise<Outcome> {
  const about = { kind: "setting", id: deployment } as const;
  if (id === undefined)
    return { ...about, outcome: "refused", detail: `There is no deployment ${deployment} here.` };
  try {
    assertChoice(chosen, catalogue);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...about, outcome: "refused", detail: error.message };
  }
  const before = await lockSetting(transaction, id);
  if (isSame(before.stored?.chosen ?? {}, chosen))
    return { ...about, outcome: "same", detail: "The same is chosen already." };
  // What the document does not choose is not chosen here either.
  const edit = Object.fromEntries(choiceNames.map((name) => [name, chosen[name] ?? null])) as ChoiceEdit;
  const { version } = await writeSetting(transaction, { deploymentId: id, principal, before, edit });
  return version === 1
    ? { ...about, outcome: "added", detail: "It is chosen now." }
    : { ...about, outcome: "new-version", detail: `It is version ${version} now.` };
}

/** Settings may name rows that come with them. */
function catalogueWith(added: AddedEntries, { accelerators, models }: RooflineDocument): Catalogue {
  const about = { version: 0, isRetired: false, author: "", atMs: 0 };
  return catalogueOf({
    accelerators: [
      ...added.accelerators,
      ...accelerators.map((document) => ({ ...about, id: document.accelerator.id, document })),
    ],
    models: [
      ...added.models,
      ...models.map((document) => ({ ...about, id: document.architecture.id, document })),
    ],
  });
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

/** PostgreSQL keeps the keys of a document in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
