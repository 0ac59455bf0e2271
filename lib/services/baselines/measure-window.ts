/** Measures a window of a deployment: its blocks, load, environment and concerns. Used by captures and comparisons. */
import { computeLoad } from "@/lib/analysis/baselines/describe-load";
import { findCountRange, meanCount } from "@/lib/analysis/baselines/instance-range";
import { engineOfDeployment } from "@/lib/engines";
import { getRequestCounting } from "@/lib/engines/request-counting";
import type { EnteredLoad, ReadyInstanceRange } from "@/lib/model/baseline/baseline-document";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { TimeWindow } from "@/lib/model/time-window";
import { readTimeZone } from "@/lib/services/organisation/read-organisation";
import { describeEnvironment, readEnvironmentRecords } from "./read-environment";
import { readReadyOrServingInstanceCounts } from "./read-instance-counts";
import { readWindow, type WindowRequest } from "./read-window";

/** Window of a deployment to measure. */
export interface MeasureRequest extends WindowRequest {
  /** Settings of a load test as a person entered them. */
  readonly enteredLoad: EnteredLoad;
}

/** Measurements of a window, or the reason why it cannot be measured. */
export type MeasureResult =
  | {
      readonly kind: "measured";
      readonly measured: MeasuredWindow;
      /** Smallest and largest number of ready instances; null if it is unknown. */
      readonly instanceRange: ReadyInstanceRange | null;
      /** Longest time between two samples among the signals. */
      readonly spacingMs: number;
      readonly queries: readonly string[];
    }
  | {
      readonly kind: "cannot-tell";
      /** Why the window cannot be measured, as a sentence. */
      readonly detail: string;
      /** A longer window that is more suitable. */
      readonly proposal: TimeWindow | null;
    };

/**
 * Returns the measurements of a window, as a baseline stores them. Throws errors of the source, and
 * database-unavailable.
 */
export async function measureWindow({ enteredLoad, ...request }: MeasureRequest): Promise<MeasureResult> {
  const { deployment, window } = request;
  // The window is half-open: a change at its end is not part of it.
  const atMs = window.endMs - 1;
  const [{ blocks, facts, concerns, proposal }, timeZone, records] = await Promise.all([
    readWindow(request),
    readTimeZone(),
    readEnvironmentRecords(deployment, atMs),
  ]);
  if (blocks.kind === "cannot-tell")
    return {
      kind: "cannot-tell",
      detail: concerns[0]?.detail ?? "The window has too few time blocks.",
      proposal,
    };
  const measured = blocks.blocks;
  const counts = await readReadyOrServingInstanceCounts(request, blocks);
  const { slug, title, model, engine, engineVersion } = deployment;
  return {
    kind: "measured",
    measured: {
      deployment: { slug, title, model, engine, engineVersion },
      window,
      timeZone,
      measured,
      load: computeLoad(measured, {
        instanceCount: meanCount(counts),
        requestCounting: getRequestCounting(engineOfDeployment(deployment)),
        entered: enteredLoad,
      }),
      environment: describeEnvironment(records, { deployment, atMs, facts, measured }),
      concerns: [...concerns],
    },
    instanceRange: findCountRange(counts),
    spacingMs: blocks.spacingMs,
    queries: blocks.queries,
  };
}
