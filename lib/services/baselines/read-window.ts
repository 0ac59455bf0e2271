/** Reads a window for a baseline: its blocks, events and versions, and whether it is a suitable reference. */
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { listWindowConcerns, proposeWindow, type WindowEvent } from "@/lib/analysis/baselines/assess-window";
import type { DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import type { EventKind } from "@/lib/model/event";
import type { SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { WindowConcern } from "@/lib/model/baseline/window-concern";
import {
  describeMissingBlocks,
  toWindowConcern,
  type MissingReason,
} from "@/lib/sentences/baselines/concern-text";
import { readRows } from "@/lib/server/db/read-rows";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { createWindowFilter } from "@/lib/services/events/list-events";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { readTimeBlocks, type TimeBlocksResult } from "./read-blocks";
import { readDeviceClocks } from "./read-device-clocks";

/** Deployment, window and signals to read. `reportProgress` receives the fraction of signals that were read, 0 to 1. */
export interface WindowRequest {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  /** True if the window moves with the clock. Absent for a fixed window. */
  readonly isLive?: boolean;
  readonly signals?: readonly SignalId[];
  readonly signal: AbortSignal;
  readonly reportProgress?: (ratio: number) => void;
  /** Id of the load test that the window measures. Its exclusion is not reported as a problem of the window. */
  readonly loadTestEventId?: string;
}

/** Time blocks of a window, and the concerns that make it less suitable as a baseline. */
export interface WindowResult {
  readonly blocks: TimeBlocksResult;
  readonly facts: DeploymentFacts | undefined;
  readonly concerns: readonly WindowConcern[];
  /** A part of the window, or a longer window, that is more suitable; null if none is known. */
  readonly proposal: TimeWindow | null;
}

const kindOf = {
  exclusion: "exclusion",
  deploy: "deploy",
  configuration: "configuration",
  "engine-version": "mixed-versions",
} as const satisfies Partial<Record<EventKind, WindowEvent["kind"]>>;
const eventKinds = Object.keys(kindOf) as (keyof typeof kindOf)[];

/**
 * Reads a window's blocks, and assesses whether it is a suitable baseline. Throws errors of the source, and
 * database-unavailable.
 */
export async function readWindow(request: WindowRequest): Promise<WindowResult> {
  const { deployment, window } = request;
  const [blocks, events, facts] = await Promise.all([
    readTimeBlocks(request),
    readWindowEvents(request),
    readDeploymentFacts(deployment, window.endMs),
  ]);
  if (blocks.kind === "cannot-tell")
    return {
      blocks,
      facts,
      concerns: [describeMissingBlocks(blocks.reason)],
      proposal: proposeLonger(blocks.reason, window),
    };
  const deviceClocks = await readDeviceClocks(request, blocks);
  const evidence = { measured: blocks.blocks, events, versions: facts?.versions ?? [], deviceClocks };
  return {
    blocks,
    facts,
    concerns: listWindowConcerns(evidence).map(toWindowConcern),
    proposal: proposeWindow(evidence),
  };
}

/** Maximum number of events that become concerns. A baseline stores at most 100 concerns, and some are about other facts than events. */
const maxEvents = 90;

async function readWindowEvents({
  deployment: { id: deploymentId },
  window,
  loadTestEventId,
}: WindowRequest): Promise<readonly WindowEvent[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: {
        AND: [createWindowFilter(window, eventKinds), { OR: [{ deploymentId }, { deploymentId: null }] }],
        ...(loadTestEventId === undefined ? {} : { id: { not: loadTestEventId } }),
      },
      orderBy: { at: "asc" },
      take: maxEvents,
      select: { kind: true, at: true, endAt: true, title: true },
    }),
  );
  return rows.flatMap(({ kind, at, endAt, title }) => {
    const known = eventKinds.find((one) => one === kind);
    if (known === undefined) return [];
    const startMs = at.getTime();
    const endMs = known === "exclusion" ? (endAt?.getTime() ?? window.endMs) : startMs + 1;
    return [{ kind: kindOf[known], startMs, endMs, title }];
  });
}

function proposeLonger(reason: MissingReason, { endMs }: TimeWindow): TimeWindow | null {
  if (reason.kind === "few-blocks") {
    // The window is one block longer, because the edges of blocks are multiples of their length.
    const lengthMs = reason.neededWindowMs * (1 + 1 / minBlocks);
    return { startMs: endMs - lengthMs, endMs };
  }
  return reason.kind === "long-window" ? { startMs: endMs - reason.maxWindowMs, endMs } : null;
}
