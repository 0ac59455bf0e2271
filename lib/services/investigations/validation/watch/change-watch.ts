/** Starts and ends the watches of an investigation, within the transaction of a change. */
import { z } from "zod";
import type { WatchedValues } from "@/lib/analysis/validation/judge-watched-window";
import { baselineDocument } from "@/lib/model/baseline/baseline-document";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import { signalIds, type SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { InvestigationWrite } from "../../change-investigation";

const measuredValue = z.object({ signal: z.enum(signalIds), statistic: z.enum(comparedStatistics) });

/** Validated values and windows, with which later windows are compared. */
export const watchReference = z.object({
  values: z.tuple([measuredValue], measuredValue),
  sides: z.array(baselineDocument.omit({ schemaVersion: true, historySpreads: true, provenance: true })),
});
export type WatchReference = z.infer<typeof watchReference>;

interface NewWatch {
  readonly validationId: string;
  readonly window: TimeWindow;
  readonly reference: WatchReference;
}

/** Adds an active watch. It replaces an active watch of the investigation. */
export async function startWatch(
  write: InvestigationWrite,
  validationNumber: number,
  { validationId, window, reference }: NewWatch,
): Promise<void> {
  await endWatches(write, "A newer validation replaced it.");
  await write.transaction.validationWatch.create({
    data: {
      validationId,
      reference,
      startAt: new Date(window.startMs),
      endAt: new Date(window.endMs),
      startedAt: write.asOf,
    },
    select: { id: true },
  });
  await write.record({ kind: "watch", number: validationNumber, action: "started", text: null });
}

/** Ends the active watches of the investigation with a reason. */
export async function endWatches(write: InvestigationWrite, reason: string): Promise<void> {
  const { transaction, row, asOf, principal } = write;
  const active = await transaction.validationWatch.findMany({
    where: { state: "active", validation: { investigationId: row.id } },
    select: { id: true, validation: { select: { number: true } } },
  });
  for (const { id, validation } of active) {
    await transaction.validationWatch.update({
      where: { id },
      data: { state: "ended", endedAt: asOf, endedBy: principal.id, endReason: reason },
      select: { id: true },
    });
    await write.record({ kind: "watch", number: validation.number, action: "ended", text: reason });
  }
}

/** Returns the measurements of the signals that a watch needs. */
export function createReference(
  values: WatchedValues,
  sides: readonly { readonly side: MeasuredWindow; readonly signals: readonly SignalId[] }[],
): WatchReference {
  const reference = {
    values: values.map(({ signal, statistic }: MeasuredValue) => ({ signal, statistic })),
    sides: sides.map(({ side, signals }) => {
      const { deployment, window, timeZone, measured, load, environment, concerns } = side;
      return {
        deployment,
        window,
        timeZone,
        measured: selectSignals(measured, new Set(signals)),
        load,
        environment,
        concerns,
      };
    }),
  };
  return watchReference.parse(JSON.parse(JSON.stringify(reference)));
}

function selectSignals(measured: MeasuredBlocks, signals: ReadonlySet<string>): MeasuredBlocks {
  const select = <T extends object>(bySignal: T): T =>
    Object.fromEntries(Object.entries(bySignal).filter(([id]) => signals.has(id))) as T;
  return {
    ...measured,
    distributions: select(measured.distributions),
    counters: select(measured.counters),
    gauges: select(measured.gauges),
    absent: select(measured.absent),
  };
}
