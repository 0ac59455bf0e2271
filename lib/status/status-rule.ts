/** A status as data: its condition, label and wording. `statuses.ts` lists all statuses. */
import type { LimitId, Limits } from "@/lib/model/deployment/limits";
import type { DownSince, Reading } from "@/lib/model/reading";
import type { LinkTarget, Sentence } from "@/lib/model/sentence";
import type { StatusTone } from "@/lib/model/status/status-tone";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import type { TtftGateway } from "./judged-ttft";
import type { StatusId } from "./statuses";
import type { TrainingReadings } from "./training-sentence";

/** Readings of the last five minutes that decide the status. */
export interface StatusReadings {
  readonly ttftP95: Reading;
  readonly ttftMean: Reading;
  readonly requestRate: Reading;
  readonly tpotMean: Reading;
  readonly errorRatio: Reading;
  readonly abortRatio: Reading;
  readonly running: Reading;
  readonly waiting: Reading;
}

/** All values and limits that decide the status of a deployment. */
export interface StatusEvidence extends StatusNumbers, StatusReadings {
  readonly limits: Limits;
}

/** Values that decide the status at one past time; null where missing. */
export interface StatusPoint {
  readonly ttftP95: number | null;
  readonly tpotMean: number | null;
  readonly errorRatio: number | null;
  readonly abortRatio: number | null;
  readonly waiting: number | null;
  readonly kvUsage: number | null;
  readonly running: number | null;
  readonly preemptions: number | null;
  readonly outputTokenRate: number | null;
}

/** Limits of a point in the past. */
export interface PointLimits extends Limits {
  /**
   * Number of running requests of the batch that is full now. Null or absent if no batch is full, or if the history
   * contains further instances.
   */
  readonly fullBatchSize?: number | null;
}

/** Values that decide the status over time, on one grid; null where missing. */
export type StatusColumns = { readonly [Name in keyof StatusPoint]: readonly (number | null)[] };

/** Facts about one deployment from which the sentences of its Overview row are written. */
export interface OverviewRowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly limits: Limits;
  /** True if the gauge of running requests does not change although it should. */
  readonly isFrozen: boolean;
  /** True if the source returned only a part of the data. */
  readonly isPartial?: boolean;
  /** True if the status is the last known one, which was no problem. */
  readonly isOutdated?: boolean;
  /** True if the deployment is a training job, which serves no requests. */
  readonly isTraining?: boolean;
  /** Reason why the source cannot be read; null if it responds. */
  readonly sourceError: { readonly source: string; readonly reason: string; readonly fix: string } | null;
  readonly readings: StatusReadings & { readonly kvUsage: Reading };
  /**
   * The gateway whose TTFT is in `readings`, because the engine's TTFT excludes a part. Absent if `readings` has the
   * engine's TTFT.
   */
  readonly ttftGateway?: TtftGateway;
  /** Readings of a training job. Absent for other deployments, and if they were not queried. */
  readonly training?: TrainingReadings;
  /** Time since which no target responds. Absent if a target responds, or if the time is unknown. */
  readonly downSince?: DownSince;
  /** Additional values that determined the status, each over a separate window; absent when unknown. */
  readonly statusNumbers?: Partial<StatusNumbers>;
  /** All statuses whose conditions are met, worst first. Only for facts without `statusNumbers`. */
  readonly matchingIds?: readonly StatusId[];
  /**
   * Sentence of the row that the server has already written, so that all pages show the same reason and remedy. Absent
   * if the sentence is written from the other facts.
   */
  readonly presetSentence?: Sentence;
  /**
   * Clause with the time since which the problem exists and the event before this time. Empty or absent if the time is
   * unknown.
   */
  readonly onset?: Sentence;
  /** True if the window ends in the past, so that all facts describe the end of the window. */
  readonly isPast?: true;
}

/** Page that shows the cause of a problem, with the text of its link. */
export interface NextStep extends Omit<LinkTarget, "deployment" | "fromMs"> {
  readonly text: string;
}

/** Status with its condition, label and sentence. The worst status whose condition is met applies. */
export interface StatusRule<Id extends string = string> {
  readonly id: Id;
  /** Word that is displayed next to the status mark. */
  readonly label: string;
  readonly tone: StatusTone;
  /** Readings that a row marks while the status matches. */
  readonly affectedReadings: readonly (keyof OverviewRowFacts["readings"])[];
  readonly matches: (evidence: StatusEvidence) => boolean;
  /**
   * Returns whether the status held at a point, or null if that is unknown. Absent if the series of the window cannot
   * show when the status began.
   */
  readonly matchesAt?: (point: StatusPoint, limits: PointLimits) => boolean | null;
  /** Fields of the point that `matchesAt` reads. */
  readonly pointFields?: readonly (keyof StatusPoint)[];
  /** Limit of the statistic that shows the problem. The usual range of this statistic is stated with the problem. */
  readonly subjectLimit?: LimitId;
  /** The page to inspect next. */
  readonly nextStep?: NextStep;
  /** Returns the sentence of the deployment's row, without its name. */
  readonly sentence: (facts: OverviewRowFacts) => Sentence;
  /**
   * Returns the sentence that names this problem after a more severe problem. Empty if the facts do not show this
   * problem. Absent for a status that is not named in this case, because the sentence of the more severe problem
   * contains its values.
   */
  readonly additionalSentence?: (facts: OverviewRowFacts) => Sentence;
  /** The problem as a noun phrase, for a headline that lists the problems after a more severe problem. */
  readonly problemName?: string;
  /** True if a stalled engine also causes this status. It is then not named next to "stalled". */
  readonly isCausedByStall?: true;
  /** Returns the sentence of the fleet's headline, with the deployment's name. Without it, `sentence` is used. */
  readonly fleetSentence?: (facts: OverviewRowFacts) => Sentence;
}
