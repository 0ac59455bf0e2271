/**
 * Handler of deployment reviews: accept, hide, rename, edit, merge or split. Discovery continues and its results are
 * stored next to the edits.
 */
import type { reviewDeploymentContract } from "@/lib/contracts/discovery";
import { AppError } from "@/lib/model/app-error";
import { isSameName } from "@/lib/model/deployment/deployment-review";
import type { DeploymentEdits } from "@/lib/model/deployment/deployment-edits";
import { requireAssignableTeam, requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import {
  listEffectiveDeployments,
  type DeploymentRecord,
} from "@/lib/services/deployments/effective-deployments";
import {
  readDeploymentSnapshot,
  refreshDeploymentSnapshot,
  type DeploymentSnapshot,
} from "@/lib/services/deployments/known-deployments";
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { toStoredValues } from "@/lib/services/deployments/save-deployment";
import { lockDeployments } from "@/lib/services/deployments/lock-deployments";
import { describeReviewableDeployment } from "./describe-reviewable-deployment";
import { mergeDeployment, splitOffDeployment } from "./merge-deployments";
import { renameSlug } from "./rename-slug";

type Input = Parameters<Handler<typeof reviewDeploymentContract>>[0];

/**
 * Accepts, hides, renames, edits, merges or splits a deployment. Throws not-found, managed-by-file, precondition-failed and
 * database-unavailable. Throws forbidden if the caller is not in the team of the deployment or not in the chosen team, and
 * invalid-input for an impossible merge or a duplicate name.
 */
export const reviewDeployment: Handler<typeof reviewDeploymentContract> = async (input) => {
  const { params, principal } = input;
  await writeChange(principal, `review-deployment ${params.deploymentId}`, async (transaction) => {
    await lockDeployments(transaction);
    await applyReview(transaction, await readDeploymentSnapshot(transaction), input);
    return params.deploymentId;
  });
  const snapshot = await refreshDeploymentSnapshot();
  const { records, aliases } = snapshot;
  const asOfMs = nowMs();
  const layers = findRequestLayers(listEffectiveDeployments(records));
  const record = recordOf(snapshot, params.deploymentId);
  const context = { records, aliases, layers, asOfMs, caller: principal };
  return { asOfMs, deployment: describeReviewableDeployment(record, context) };
};

async function applyReview(
  transaction: Transaction,
  snapshot: DeploymentSnapshot,
  { params, body, expectedVersion, principal }: Input,
): Promise<void> {
  const record = recordOf(snapshot, params.deploymentId);
  const holder = snapshot.records.find(({ id }) => id === record.mergedInto) ?? record;
  requireTeam(principal, record, "deployment");
  requireTeam(principal, holder, "deployment");
  const { teamId, ...reviewed } = body;
  // The configuration file does not name teams, so the team of its deployments is set by a review.
  const isOnlyTeam = Object.keys(reviewed).length === 0;
  if (holder.managedBy === "file" && !isOnlyTeam)
    throw new AppError("managed-by-file", `${holder.slug} is defined in the configuration file`);
  assertVersion(String(record.version), expectedVersion);
  if (teamId !== undefined) await assignTeam(transaction, { record, teamId, principal });
  if (isOnlyTeam) return;
  const edits = editsAfter(record, body);
  const title = edits.title ?? record.title;
  const isShownAgain = record.review === "hidden" && body.review !== undefined && body.review !== "hidden";
  if (body.title !== undefined || isShownAgain) assertUniqueName(snapshot, { ...record, edits });
  // A renamed deployment gets a new slug. The former slug keeps working.
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
      // Servers that the old selectors found do not apply to the new selectors.
      ...(body.pools === undefined ? {} : { shape: toStoredValues({ ...record, instances: [] }) }),
    },
  });
  if (body.mergedInto === null) await splitOffDeployment(transaction, { ...record, slug });
  else if (body.mergedInto !== undefined) {
    const target = recordOf(snapshot, body.mergedInto);
    requireTeam(principal, target, "deployment");
    await mergeDeployment(transaction, { part: { ...record, slug, edits }, target, snapshot });
  }
  // A review implies that the operator knows the deployment, so its notice is dismissed.
  await transaction.notice.updateMany({
    where: { deploymentId: record.id, kind: "new-deployment", dismissedAt: null },
    data: { dismissedAt: new Date(nowMs()), dismissedBy: principal.id },
  });
  // Changed selectors must not be recorded as scaling or restart, so observed facts are reset.
  if (body.pools !== undefined)
    await transaction.deploymentWatch.deleteMany({ where: { deploymentId: record.id } });
}

/** Sets the team of a deployment and increments its version, also for a deployment of the configuration file. */
async function assignTeam(
  transaction: Transaction,
  {
    record: { id },
    teamId,
    principal,
  }: Pick<DeploymentRecord, "teamId"> & {
    readonly record: DeploymentRecord;
    readonly principal: Input["principal"];
  },
): Promise<void> {
  await requireAssignableTeam(transaction, principal, teamId);
  await transaction.deployment.update({ where: { id }, data: { teamId, version: { increment: 1 } } });
}

/** Returns the edits after the review. Null restores the discovered value. A value that equals the discovered value is not stored. */
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
    limits: limitsAfter(editedValue(body.limits, edits.limits)),
    mappings: mappingsAfter(editedValue(body.mappings, edits.mappings), engine),
  };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/**
 * Returns the mappings, or undefined if there are none. Throws invalid-input for a training job without mappings,
 * because nothing else identifies it.
 */
function mappingsAfter(
  mappings: DeploymentEdits["mappings"],
  engine: DeploymentRecord["engine"],
): DeploymentEdits["mappings"] {
  if (mappings !== undefined && Object.keys(mappings).length > 0) return mappings;
  if (engine === "training")
    throw new AppError(
      "invalid-input",
      "A training job is identified by its mappings. Keep at least one mapping, or hide the training job.",
    );
  return undefined;
}

/** Returns the overrides, or undefined if there are none. */
function limitsAfter(limits: DeploymentEdits["limits"]): DeploymentEdits["limits"] {
  return limits === undefined || Object.keys(limits).length === 0 ? undefined : limits;
}

/** Throws invalid-input if another deployment has the edited title. Only discovery may give two deployments the same title. */
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
    `The title “${otherTitle}” is already used by ${other.slug}. Enter a different title. Titles that differ only in letter case are treated as equal.`,
  );
}

function recordOf({ records }: DeploymentSnapshot, id: string): DeploymentRecord {
  const found = records.find((one) => one.id === id);
  if (found === undefined) throw new AppError("not-found", `there is no deployment ${id}`);
  return found;
}
