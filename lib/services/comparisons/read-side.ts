/**
 * Reads one side of a comparison. A window of a live deployment is measured as a capture measures it, so that both kinds
 * of side have the same numbers.
 */
import { AppError } from "@/lib/model/app-error";
import type { MeasuredSide, SideKind } from "@/lib/model/comparison/measured-side";
import type { SideReference } from "@/lib/model/comparison/side-reference";
import { isLive, type TimeWindow, type WindowExpression } from "@/lib/model/time-window";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { findBaselineEntry } from "@/lib/services/baselines/find-baseline";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { measureWindow } from "@/lib/services/baselines/measure-window";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";

/** Measurements of one side of a comparison, or the reason why it cannot be measured. */
export type SideOutcome =
  | { readonly kind: "measured"; readonly side: MeasuredSide }
  | {
      /** The window has too few blocks, or no samples. */
      readonly kind: "unmeasured";
      readonly side: UnmeasuredSide;
    };

/** Which side is compared, without its measurements. */
export interface SideIdentity {
  readonly kind: SideKind;
  readonly label: string;
  readonly reference: SideReference;
  readonly deployment: { readonly slug: string; readonly title: string };
  readonly window: TimeWindow;
}

/** A side of a comparison whose window has too few time blocks or no samples, with the reason. */
export interface UnmeasuredSide extends SideIdentity {
  /** Why the window cannot be measured, as a sentence. */
  readonly detail: string;
  /** A longer window that is more suitable. */
  readonly proposal: TimeWindow | null;
}

/** Role of a side in a comparison, and the caller who reads it. */
export interface SideRequest {
  /**
   * Side of the comparison. For a deployment without a window, "before" is its default baseline, and "after" is its
   * last hour.
   */
  readonly role: "before" | "after";
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

const lastHour: WindowExpression = { from: "now-1h", to: "now" };

/**
 * Returns the measurements of one side of a comparison: a baseline or a window. Throws errors of the source and
 * database-unavailable. Throws not-found for an unknown baseline or deployment. Throws conflict for a baseline that is
 * not captured yet or a deployment without a default baseline. Throws invalid-input for an invalid window.
 */
export async function readSide(reference: SideReference, request: SideRequest): Promise<SideOutcome> {
  const { role, reader } = request;
  const compared = findComparedWindow(reference, role);
  if (compared !== null) return readWindowSide(compared, request);
  const id =
    reference.kind === "baseline" ? reference.id : await findDefaultBaseline(reference.deployment, reader);
  return readBaselineSide(id, reader);
}

/** Deployment and window of a side that is measured when it is compared. */
export interface ComparedWindow {
  readonly deployment: string;
  readonly window: WindowExpression;
}

/** Returns the window that is measured for a side; null if the side is a stored baseline. */
export function findComparedWindow(
  reference: SideReference,
  role: SideRequest["role"],
): ComparedWindow | null {
  switch (reference.kind) {
    case "baseline":
      return null;
    case "window":
      return reference;
    case "deployment":
      return role === "after" ? { deployment: reference.deployment, window: lastHour } : null;
  }
}

async function readBaselineSide(id: string, reader: Reader): Promise<SideOutcome> {
  const { entry } = await readRows((database) => findBaselineEntry(database, id, reader));
  const document = await readBaselineDocument(id);
  if (document === null)
    throw new AppError(
      "conflict",
      entry.state === "failed"
        ? `the capture of the baseline ${entry.name} failed, so it cannot be compared`
        : `the capture of the baseline ${entry.name} is not complete yet`,
    );
  const { schemaVersion: _schemaVersion, provenance, ...measured } = document;
  const side: MeasuredSide = {
    ...measured,
    kind: "baseline",
    label: entry.name,
    reference: { kind: "baseline", id },
    source: provenance.source,
    ...(entry.imported === null ? {} : { imported: entry.imported }),
  };
  return { kind: "measured", side };
}

async function readWindowSide(
  { deployment: slug, window: expression }: ComparedWindow,
  { reader, signal }: SideRequest,
): Promise<SideOutcome> {
  const { deployment, side: identity } = await describeWindowSide(slug, expression, reader);
  const { window } = identity;
  const result = await measureWindow({
    deployment,
    window,
    isLive: isLive(expression),
    enteredLoad: {},
    signal,
  });
  if (result.kind === "measured")
    return {
      kind: "measured",
      side: {
        ...identity,
        ...result.measured,
        source: deployment.metricsSource,
        historySpreads: [],
      },
    };
  const { detail, proposal } = result;
  return { kind: "unmeasured", side: { ...identity, detail, proposal } };
}

/** Returns which window is compared. Throws not-found for an unknown deployment and invalid-input for an invalid window. */
export async function describeWindowSide(
  slug: string,
  expression: WindowExpression,
  { sourceScope }: Reader,
) {
  const deployment = await resolveDeployment(slug, sourceScope);
  const window = resolveRequestedWindow(expression);
  const { title } = deployment;
  const side = {
    kind: "window",
    label: title,
    reference: {
      kind: "window",
      deployment: deployment.slug,
      window: { from: String(window.startMs), to: String(window.endMs) },
    },
    deployment: { slug: deployment.slug, title },
    window,
  } as const satisfies SideIdentity;
  return { deployment, side };
}

/**
 * Returns the id of the default baseline of the deployment `slug`. Throws conflict for a deployment without
 * a default baseline, with the advice what to name instead.
 */
export async function findDefaultBaseline(
  slug: string,
  reader: Reader,
  advice = "Name a baseline or a window instead",
): Promise<string> {
  const { id, title } = await resolveDeployment(slug, reader.sourceScope);
  const newest = await readRows((database) =>
    database.baselineDefault.findFirst({
      where: { deploymentId: id },
      orderBy: [{ since: "desc" }, { id: "desc" }],
      select: { baselineId: true, isRemoval: true },
    }),
  );
  if (newest === null || newest.isRemoval || newest.baselineId === null)
    throw new AppError("conflict", `${title} has no default baseline. ${advice}`);
  return newest.baselineId;
}
