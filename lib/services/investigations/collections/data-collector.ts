/** A collection: one kind of data of the product that steps collect. `collections.ts` lists all collections. */
import type { CollectedItem } from "@/lib/contracts/investigations/collected-data";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Principal } from "@/lib/server/principal";

/** Time before a symptom that is searched for its cause. A symptom is often noticed some time after its cause. */
export const searchedBeforeSymptomMs = 3_600_000;

/** Deployment, window and investigation for which data are collected. */
export interface CollectionRequest {
  readonly deployment: { readonly slug: string; readonly title: string };
  readonly window: TimeWindow;
  /** Start of the symptom or of the fix. The window begins later if it would be too long. */
  readonly sinceMs: number;
  readonly investigation: Pick<Investigation, "number" | "goal" | "baseline" | "startedAtMs">;
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type CollectedEntry = Extract<CollectedItem, { state: "collected" }>;

/** Data that a collection read. The caller adds the title, the deployment and the ids of the collection. */
export type CollectedData = Omit<CollectedEntry, "state" | "id" | "collection" | "title" | "deployment">;

/** Result of a collection without data. The reason is one or several sentences. */
export interface MissingData {
  readonly reason: string;
  readonly stale: null;
}

/** One kind of data that steps collect, such as the events in the window. */
export interface DataCollector {
  readonly title: string;
  /** Returns what a person must add before there are data, as a sentence; null if there may be data. */
  readonly findObstacle?: (investigation: CollectionRequest["investigation"]) => string | null;
  /** Reads the data with the handler of their endpoint. Throws the errors of the handler. */
  readonly read: (request: CollectionRequest) => Promise<CollectedData | MissingData>;
}

/** Returns the path with these query parameters. */
export function createPathWithQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Returns `from` and `to` of the window in absolute time. */
export function toTimeParameters({ startMs, endMs }: TimeWindow): {
  readonly from: string;
  readonly to: string;
} {
  return { from: String(startMs), to: String(endMs) };
}
