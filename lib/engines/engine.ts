/** What a serving engine is to Ridgepoint: how to recognise it, and an answer for every signal an engine can have. */
import type { EngineId } from "@/lib/model/deployment";
import type { SignalOf } from "@/lib/model/signals";
import type { MetricRef, Recipe } from "./recipe";

/** A metric that is always 1 and whose labels say how a server was started. */
export interface InfoMetric {
  readonly metric: MetricRef;
  /** Labels that the server measured at its start: they differ from start to start though nobody changed anything. */
  readonly measured?: readonly string[];
  /** The label that tells the engine's version, or that of what runs it. */
  readonly versionLabel?: string;
  /** Whose version the label tells, where it is not the engine's own. */
  readonly versionOf?: string;
}

/** An info metric's labels that tell the KV cache of one instance. */
export interface CacheConfig {
  readonly metric: MetricRef;
  readonly blocksLabel: string;
  readonly blockTokensLabel: string;
  /** Number format of what it holds. */
  readonly formatLabel?: string;
}

export interface Engine {
  readonly id: EngineId;
  readonly title: string;
  /** `gateway`: it passes requests on to engines that may be seen as well, so that the same request would count twice. */
  readonly role: "engine" | "gateway" | "training";
  /** One of these names means that it is there; newest first. */
  readonly detectionMetrics: readonly string[];
  /** Regular expression, anchored at both ends, of the names that are its own: what an upgrade gains or loses. */
  readonly metricNamesPattern: string;
  /** Null where nothing names the model; the scrape job stands for it then. */
  readonly modelLabel: string | null;
  readonly signals: { readonly [Id in SignalOf<"engine">]: Recipe };
  /** Any movement of these means that work arrived or got done: they tell idle from stalled. */
  readonly arrivals: MetricRef;
  /**
   * Of an engine whose other series appear with its first request: what it shows before that. While this is there and nothing of
   * `arrivals` is, nobody has asked it since it started: that is no traffic, and no metric is missing.
   */
  readonly presentBeforeRequests?: MetricRef;
  /** Moves with every step while anything runs, where the output tokens do not: standing still under load it means a stall. */
  readonly progress?: MetricRef;
  /** What makes it expose metrics, where it does not by default. */
  readonly enabledBy?: string;
  /** Engines that expose this one's metrics beside their own: an instance seen as one of them is not seen as this one. */
  readonly supersededBy?: readonly EngineId[];
  /** Where a signal means something else here than its definition says: shown with the number. */
  readonly caveats?: { readonly [Id in SignalOf<"engine">]?: string };
  /** The label by which the counter of `requests` tells why each one ended; absent where the engine does not tell. */
  readonly finishReasonLabel?: string;
  /** Where flags and version can be seen; absent where an engine shows neither. */
  readonly infoMetrics?: readonly InfoMetric[];
  /** Absent where an engine does not tell how much its cache holds. */
  readonly cacheConfig?: CacheConfig;
  /** It computes prompts in chunks beside running decodes unless told otherwise. */
  readonly usesChunkedPrefill?: true;
}
