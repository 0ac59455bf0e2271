/**
 * Reviewing a deployment: accept or hide it, give it another name, say which series are its own, merge it into another or
 * split it off again. Discovery goes on beneath: what it finds is kept beside what a person said.
 */
import type { reviewDeploymentContract } from "@/lib/contracts/discovery";
import { AppError } from "@/lib/model/app-error";
import { isSameName } from "@/lib/model/deployment-review";
import type { DeploymentEdits } from "@/lib/model/deployment-edits";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { withChange, type Transaction } from "@/lib/server/with-change";
import {
  effectiveDeployments,
  type DeploymentRecord,
} from "@/lib/services/deployments/effective-deployments";
import {
  readSnapshot,
  refreshSnapshot,
  type DeploymentSnapshot,
} from "@/lib/services/deployments/known-deployments";
import { requestLayers } from "@/lib/services/deployments/request-layers";
import { storedShape } from "@/lib/services/deployments/save-deployment";
import { lockDeployments } from "@/lib/services/discovery/store-deployments";
import { describeProposal } from "./describe-proposal";
import { mergeInto, splitOff } from "./merge-deployments";
import { renameSlug } from "./rename-slug";

type Input = Parameters<Handler<typeof reviewDeploymentContract>>[0];

/** Throws not-found, managed-by-file for one of the file, precondition-failed, invalid-input for a merge that cannot be and for a name that another has, database-unavailable. */
export const reviewDeployment: Handler<typeof reviewDeploymentContract> = async (input) => {
  const { params, principal } = input;
  await withChange(principal, `review-deployment ${params.deploymentId}`, async (transaction) => {
    await lockDeployments(transaction);
    await applyReview(transaction, await readSnapshot(transaction), input);
    return params.deploymentId;
  });
  const snapshot = await refreshSnapshot();
  const { records, aliases } = snapshot;
  const asOfMs = nowMs();
  const layers = requestLayers(effectiveDeployments(records));
  const record = recordOf(snapshot, params.deploymentId);
  return { asOfMs, deployment: describeProposal(record, { records, aliases, layers, asOfMs }) };
};

async function applyReview(
  transaction: Transaction,
  snapshot: DeploymentSnapshot,
  { params, body, expectedVersion, principal }: Input,
): Promise<void> {
  const record = recordOf(snapshot, params.deploymentId);
  const holder = snapshot.records.find(({ id }) => id === record.mergedInto) ?? record;
  if (holder.managedBy === "file")
    throw new AppError("managed-by-file", `the configuration file names ${holder.slug}`);
  assertVersion(String(record.version), expectedVersion);
  const edits = editsAfter(record, body);
  const title = edits.title ?? record.title;
  const isShownAgain = record.review === "hidden" && body.review !== undefined && body.review !== "hidden";
  if (body.title !== undefined || isShownAgain) assertUniqueName(snapshot, { ...record, edits });
  // A person's name goes into the address too; the old address goes on working.
  const slug =
    body.title === undefined ? record.slug : await renameSlug(transaction, snapshot, record, title);
  await transaction.deployment.update({
    where: { id: record.id },
    data: {
      slug,
      edits: { version: 1, ...JSON.parse(JSON.stringify(edits)) },
      managedBy: Object.keys(edits).length === 0 ? "discovered" : "person",
      version: { increment: 1 },
      ...(body.review === undefined ? {} : { review: body.review }),
      // Servers that other selectors found say nothing of these.
      ...(body.pools === undefined ? {} : { shape: storedShape({ ...record, instances: [] }) }),
    },
  });
  if (body.mergedInto === null) await splitOff(transaction, { ...record, slug });
  else if (body.mergedInto !== undefined) {
    const target = recordOf(snapshot, body.mergedInto);
    await mergeInto(transaction, { part: { ...record, slug, edits }, target, snapshot });
  }
  // Who looked at it needs no telling that it is there.
  await transaction.notice.updateMany({
    where: { deploymentId: record.id, kind: "new-deployment", dismissedAt: null },
    data: { dismissedAt: new Date(nowMs()), dismissedBy: principal.id },
  });
  // Another set of series is not a scaling or a restart: what was watched begins anew.
  if (body.pools !== undefined)
    await transaction.deploymentWatch.deleteMany({ where: { deploymentId: record.id } });
}

/** What is null goes back to what was discovered; what says the same as discovery is no edit. */
function editsAfter({ edits, title, engine }: DeploymentRecord, body: Input["body"]): DeploymentEdits {
  const editedValue = <T>(now: T | null | undefined, before: T | undefined): T | undefined =>
    now === undefined ? before : (now ?? undefined);
  const name = editedValue(body.title, edits.title);
  const role = body.mergedInto === null ? undefined : (body.role ?? edits.role);
  const next: DeploymentEdits = {
    title: name === title ? undefined : name,
    role,
    pools: editedValue(body.pools, edits.pools),
    attachments: editedValue(body.attachments, edits.attachments),
    traceServices: editedValue(body.traceServices, edits.traceServices),
    phases: editedValue(body.phases, edits.phases),
    mappings: mappingsAfter(editedValue(body.mappings, edits.mappings), engine),
  };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/** None is no word of a person's. Throws invalid-input for a job that nothing else is known by. */
function mappingsAfter(
  mappings: DeploymentEdits["mappings"],
  engine: DeploymentRecord["engine"],
): DeploymentEdits["mappings"] {
  if (mappings !== undefined && Object.keys(mappings).length > 0) return mappings;
  if (engine === "training")
    throw new AppError(
      "invalid-input",
      "a training job is known by its mappings alone; keep one of them, or hide it",
    );
  return undefined;
}

/** Discovery may name two alike; where either name is a person's word they must differ. Throws invalid-input. */
function assertUniqueName({ records }: DeploymentSnapshot, record: DeploymentRecord): void {
  const title = record.edits.title ?? record.title;
  const other = records.find(
    (one) =>
      one.id !== record.id &&
      one.mergedInto === null &&
      one.review !== "hidden" &&
      (record.edits.title !== undefined || one.edits.title !== undefined) &&
      isSameName(one.edits.title ?? one.title, title),
  );
  if (other === undefined) return;
  const otherTitle = other.edits.title ?? other.title;
  throw new AppError(
    "invalid-input",
    `The deployment at ${other.slug} is called “${otherTitle}” already: lists and pickers could not tell them apart. Names that differ in small and capital letters alone count as one.`,
  );
}

function recordOf({ records }: DeploymentSnapshot, id: string): DeploymentRecord {
  const found = records.find((one) => one.id === id);
  if (found === undefined) throw new AppError("not-found", `there is no deployment ${id}`);
  return found;
}
