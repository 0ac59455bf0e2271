/** Reads the times that limit the window of a goal check: the deploy of the fix, its rollout, and the change of state. */
import type { CollectedWindow } from "@/lib/investigations/collected-window";
import { goalCheckWindow } from "@/lib/investigations/goal-check-window";
import type { EventKind } from "@/lib/model/event";
import { timelinePayload } from "@/lib/model/investigation/timeline-payload";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { parseOpening, type InvestigationRow } from "../investigation-row";

/** Kinds of events that occur while the instances restart with the fix. */
const rolloutKinds: readonly EventKind[] = ["deploy", "configuration", "engine-version"];
/** Time after the deploy in which events belong to its rollout. Later events are other changes, which prevent a verdict. */
const maxRolloutMs = 15 * 60_000;
/** Maximum number of changes of the state and the round that are read, the newest first. There are rarely more. */
const maxStateEntries = 100;

/** Times that are known before the change is stored, and that affect the window. */
export interface CheckWindowOptions {
  /** Time of the deploy that the same request links. If null, the time of the stored deploy is used. */
  readonly newDeployAtMs: number | null;
  /** Maximum length of the window; 6 h if absent. */
  readonly longestMs?: number;
}

/** Returns the default window of an investigation. Throws database-unavailable. */
export async function readCheckWindow(
  row: InvestigationRow,
  { newDeployAtMs, longestMs }: CheckWindowOptions,
): Promise<CollectedWindow> {
  const toMs = (time: Date | null): number | null => time?.getTime() ?? null;
  const deployedAtMs = newDeployAtMs ?? toMs(row.deployEvent?.at ?? null);
  const dates = {
    createdAtMs: row.createdAt.getTime(),
    startedAtMs: toMs(row.startedAt),
    detectedAtMs: toMs(row.detectedAt),
    mitigatedAtMs: toMs(row.mitigatedAt),
    resolvedAtMs: toMs(row.resolvedAt),
    openingWindow: parseOpening(row.opening).window ?? null,
    deployedAtMs,
    fixDeployedAtMs: deployedAtMs === null ? await readFixDeployedMs(row.id) : null,
    rolloutEndMs: deployedAtMs === null ? null : await readRolloutEndMs(row, deployedAtMs),
  };
  return goalCheckWindow(dates, nowMs(), longestMs);
}

/** Returns the time of the newest state "Fix deployed" of the present round. */
async function readFixDeployedMs(investigationId: string): Promise<number | null> {
  const entries = await readRows((database) =>
    database.timelineEntry.findMany({
      where: { investigationId, kind: { in: ["state", "round"] } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: maxStateEntries,
      select: { at: true, kind: true, payload: true },
    }),
  );
  const roundStart = entries.findIndex(({ kind }) => kind === "round");
  const ofRound = roundStart < 0 ? entries : entries.slice(0, roundStart);
  const found = ofRound.find(({ payload }) => {
    const parsed = timelinePayload.safeParse(payload);
    return parsed.success && parsed.data.kind === "state" && parsed.data.to === "fix-deployed";
  });
  return found?.at.getTime() ?? null;
}

async function readRolloutEndMs(
  { deployments }: InvestigationRow,
  deployedAtMs: number,
): Promise<number | null> {
  const ids = deployments.map(({ deploymentId }) => deploymentId);
  const newest = await readRows((database) =>
    database.event.findFirst({
      where: {
        kind: { in: [...rolloutKinds] },
        at: { gt: new Date(deployedAtMs), lte: new Date(deployedAtMs + maxRolloutMs) },
        OR: [{ deploymentId: { in: ids } }, { deploymentId: null }],
      },
      orderBy: { at: "desc" },
      select: { at: true },
    }),
  );
  return newest?.at.getTime() ?? null;
}
