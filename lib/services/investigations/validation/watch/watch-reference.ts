/** The reference of a watch: the validated windows, values and limits with which later windows are compared. */
import { z } from "zod";
import type { WatchedValues } from "@/lib/analysis/validation/judge-watched-window";
import type { WatchLimit } from "@/lib/analysis/validation/watch-limits";
import { baselineDocument, storedLoad } from "@/lib/model/baseline/baseline-document";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { signalIds, type SignalId } from "@/lib/model/signals/signals";

/** Version that this release writes. The sides contain the schema of baselines, so a change of this schema needs a new version. */
const schemaVersion = 4;

const measuredValue = z.object({ signal: z.enum(signalIds), statistic: z.enum(comparedStatistics) });
const side = baselineDocument.omit({
  schemaVersion: true,
  instanceRange: true,
  historySpreads: true,
  provenance: true,
});
/** The value of the goal, followed by the values of its conditions. */
const values = z.tuple([measuredValue], measuredValue);
const limit = measuredValue.extend({ kind: z.enum(["at-most", "at-least"]), value: z.number() });

const watchReference = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  values,
  sides: z.array(side),
  limits: z.array(limit.extend({ isPerInstance: z.literal(true).optional() })),
});
/** Validated windows, values and limits, in the version that this release writes. */
export type WatchReference = z.infer<typeof watchReference>;

/** Limits of the third version, which apply to totals even if the number of instances changes. */
const limits = z.array(limit);
const thirdReference = z.strictObject({ ...watchReference.shape, schemaVersion: z.literal(3), limits });
/** Sides of the second version, whose load does not state how the arrivals were computed. */
const earlierSides = z.array(side.extend({ load: storedLoad }));
const secondReference = z.strictObject({ schemaVersion: z.literal(2), values, sides: earlierSides, limits });
/** Reference of the first version, which has neither a version number nor limits. */
const firstReference = z.strictObject({ values, sides: earlierSides });

/** Reads a stored reference of any release. Throws ZodError for a document of a newer release. */
export function parseWatchReference(stored: unknown): WatchReference {
  const { schemaVersion: version } = z.object({ schemaVersion: z.unknown() }).partial().parse(stored);
  if (version === undefined) return { ...firstReference.parse(stored), schemaVersion, limits: [] };
  if (version === 2) return { ...secondReference.parse(stored), schemaVersion };
  return version === 3 ? { ...thirdReference.parse(stored), schemaVersion } : watchReference.parse(stored);
}

interface ReferenceSource {
  readonly values: WatchedValues;
  readonly limits: readonly WatchLimit[];
  /** The validated window of each deployment, with the signals that the watch reads. */
  readonly sides: readonly { readonly side: MeasuredWindow; readonly signals: readonly SignalId[] }[];
}

/** Returns the reference of a new watch, in the present version. */
export function toWatchReference({ values, limits, sides }: ReferenceSource): WatchReference {
  const reference = {
    schemaVersion,
    values: values.map(({ signal, statistic }) => ({ signal, statistic })),
    limits,
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
