/**
 * The catalogue of canonical signals. Their ids never change, because URLs, stored questions and gate syntax contain
 * them. Every engine declares a recipe or "not exposed" for each engine signal, and every exporter for each signal of
 * its family (see `lib/engines`).
 */
import { assertPresent } from "@/lib/base/assert";
import { databaseSignals } from "./signal-catalogue/database";
import { engineSignals } from "./signal-catalogue/engine";
import { gpuSignals } from "./signal-catalogue/gpu";
import { containerSignals, hostSignals } from "./signal-catalogue/host";
import { trainingSignals } from "./signal-catalogue/training";
import type { Family, SignalProperties } from "./signal-definition";

const catalogue = {
  engine: engineSignals,
  gpu: gpuSignals,
  host: hostSignals,
  container: containerSignals,
  database: databaseSignals,
  training: trainingSignals,
} as const satisfies { readonly [F in Family]: Readonly<Record<string, SignalProperties>> };

/** Ids of the signals of one family. */
export type FamilySignalId<F extends Family> = keyof (typeof catalogue)[F] & string;
/** Id of a signal, such as "ttft". */
export type SignalId = { readonly [F in Family]: FamilySignalId<F> }[Family];

/** Signal with its id, family and properties. */
export interface SignalDefinition extends SignalProperties {
  readonly id: SignalId;
  readonly family: Family;
}

/** All signals, in the order of the catalogue. */
export const signals: readonly SignalDefinition[] = Object.entries(catalogue).flatMap(([family, bodies]) =>
  Object.entries(bodies).map(([id, body]) => ({ id: id as SignalId, family: family as Family, ...body })),
);

/** Ids of all signals, in the order of the catalogue. */
export const signalIds: readonly [SignalId, ...SignalId[]] = signals.map(({ id }) => id) as [
  SignalId,
  ...SignalId[],
];

const byId: ReadonlyMap<SignalId, SignalDefinition> = new Map(signals.map((signal) => [signal.id, signal]));

/** Returns the properties of a signal. */
export function signalDefinition(id: SignalId): SignalDefinition {
  return assertPresent(byId.get(id), `unknown signal ${id}`);
}

/** Returns the ids of one family, in catalogue order. */
export function listSignalIds<F extends Family>(family: F): readonly FamilySignalId<F>[] {
  return Object.keys(catalogue[family]) as FamilySignalId<F>[];
}
