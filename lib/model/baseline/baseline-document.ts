/**
 * The document of a baseline: measurements of a window in blocks, its load and environment, and where they come from.
 * Stored and exported documents are read only through `parseBaselineDocument`, so that they outlive releases.
 */
import { z } from "zod";
import { environmentOrigins } from "./environment";
import { environmentRecord, environmentText } from "./environment-schema";
import { historySpread } from "./history-spread";
import { measuredBlocks } from "./measured-blocks";
import { requestCounting } from "./request-counting";
import { windowConcerns } from "./window-concern";

/** Version of the baseline document that this release writes. */
export const baselineSchemaVersion = 4;

const text = (maxLength: number) => z.string().max(maxLength);
const ratio = z.number().nullable();

const environment = environmentRecord(
  z.strictObject({
    value: environmentText,
    origin: z.enum(environmentOrigins),
    atMs: z.number().exactOptional(),
  }),
);

/** Settings of a load test as a person entered them; empty for live traffic. */
export const enteredLoad = z.strictObject({
  users: z.number().min(0).max(1e6).exactOptional(),
  spawnRatePerSecond: z.number().min(0).max(1e6).exactOptional(),
  durationSeconds: z.number().min(0).max(1e8).exactOptional(),
});
/** Settings of a load test as a person entered them. */
export type EnteredLoad = z.infer<typeof enteredLoad>;

const load = z.strictObject({
  /**
   * Arrivals per second. Finished requests per second if `requestCounting` is null, or has neither `isOnArrival` nor a
   * gauge.
   */
  requestsPerSecond: ratio,
  /** Arrivals per second per ready instance. */
  requestsPerSecondPerInstance: ratio,
  /** How the arrivals were computed; null if an earlier release did not record it. */
  requestCounting: requestCounting.nullable(),
  /** Mean number of ready instances; null if it is unknown. */
  meanInstanceCount: ratio,
  /** Variance ÷ mean of the requests per block; 1 for a Poisson process. */
  dispersionIndex: ratio,
  meanPromptTokens: ratio,
  meanOutputTokens: ratio,
  meanRunningRequests: ratio,
  entered: enteredLoad,
});
/** Load of a captured window: request rate, prompt and output lengths, and settings of a load test. */
export type BaselineLoad = z.infer<typeof load>;

const windowConcern = z.strictObject({ kind: z.enum(windowConcerns), detail: text(1_000) });

const provenance = z.strictObject({
  author: text(200),
  capturedAtMs: z.number(),
  productVersion: text(100),
  source: text(200),
  sourceVersion: text(200).nullable(),
  scrapeIntervalMs: z.number(),
  stepMs: z.number(),
  /** How the values were read, as a sentence. */
  sampling: text(500),
  queries: z.array(text(20_000)).max(1_000),
});

/** Smallest and largest number of ready instances in the blocks of a window. */
const instanceRange = z.strictObject({ min: z.number(), max: z.number() });
/** Smallest and largest number of ready instances in the blocks of a window. */
export type ReadyInstanceRange = z.infer<typeof instanceRange>;

/** Schema of a baseline: measurements of a window, with its deployment, load and environment. */
export const baselineDocument = z.strictObject({
  schemaVersion: z.literal(baselineSchemaVersion),
  deployment: z.strictObject({
    slug: text(80),
    title: text(200),
    model: text(300),
    engine: text(80),
    engineVersion: text(300).nullable(),
  }),
  window: z.strictObject({ startMs: z.number(), endMs: z.number() }),
  /** Time zone of hours and days of the week, as an IANA name. */
  timeZone: text(100),
  measured: measuredBlocks,
  load,
  /** Null if the number is unknown, or if an earlier release did not record it. */
  instanceRange: instanceRange.nullable(),
  environment,
  /** Concerns about the window; empty for a steady window with enough data. */
  concerns: z.array(windowConcern).max(100),
  /** Empty if the history could not be read in time. Comparisons then read the history themselves. */
  historySpreads: z.array(historySpread).max(2_000),
  provenance,
});
/** Baseline in the newest format: measurements of a window, with its deployment, load and environment. */
export type BaselineDocument = z.infer<typeof baselineDocument>;

const secondLoad = load.omit({ requestCounting: true, meanInstanceCount: true });
/** A document of the third schema does not state whether the number of instances changed. */
const thirdDocument = baselineDocument.omit({ instanceRange: true }).extend({ schemaVersion: z.literal(3) });
/** A document of the second schema does not state how the arrivals were computed. */
const secondDocument = thirdDocument.extend({ schemaVersion: z.literal(2), load: secondLoad });
/** A document of the first schema has no spreads either. */
const firstDocument = secondDocument.omit({ historySpreads: true }).extend({ schemaVersion: z.literal(1) });

/** Schema of the load of a window as any release stored it. The result has the newest format. */
export const storedLoad = z.union([load, secondLoad.transform((earlier) => upgradeLoad(earlier))]);

const upgradedThirdDocument = thirdDocument.transform((document): BaselineDocument => ({
  ...document,
  schemaVersion: baselineSchemaVersion,
  instanceRange: null,
}));
const upgradedSecondDocument = secondDocument.transform((document): BaselineDocument => ({
  ...document,
  schemaVersion: baselineSchemaVersion,
  load: upgradeLoad(document.load),
  instanceRange: null,
}));
const upgradedFirstDocument = firstDocument.transform((document): BaselineDocument => ({
  ...document,
  schemaVersion: baselineSchemaVersion,
  load: upgradeLoad(document.load),
  instanceRange: null,
  historySpreads: [],
}));

/**
 * Returns the load in the newest format. The mean number of instances is the quotient of the two rates, and null
 * without requests.
 */
function upgradeLoad(earlier: z.infer<typeof secondLoad>): BaselineLoad {
  const { requestsPerSecond, requestsPerSecondPerInstance } = earlier;
  const hasRates = requestsPerSecond !== null && (requestsPerSecondPerInstance ?? 0) > 0;
  return {
    ...earlier,
    requestCounting: null,
    meanInstanceCount: hasRates ? requestsPerSecond / (requestsPerSecondPerInstance ?? 1) : null,
  };
}

/**
 * Schema of a baseline as any release stored or exported it. It is not upgraded, so that its content hash
 * remains verifiable.
 */
export const storedBaselineDocument = z.union([
  baselineDocument,
  thirdDocument,
  secondDocument,
  firstDocument,
]);

/** Result of reading a stored baseline document. */
export type ParsedBaseline =
  | { readonly kind: "document"; readonly document: BaselineDocument }
  /** Written by a newer release. */
  | { readonly kind: "newer"; readonly schemaVersion: number }
  | { readonly kind: "invalid"; readonly problem: string };

/** Validates a stored baseline of any release and upgrades it to the newest format. */
export function parseBaselineDocument(stored: unknown): ParsedBaseline {
  const header = z.object({ schemaVersion: z.int().min(1) }).safeParse(stored);
  if (!header.success) return { kind: "invalid", problem: "schemaVersion is missing" };
  const { schemaVersion } = header.data;
  if (schemaVersion > baselineSchemaVersion) return { kind: "newer", schemaVersion };
  const parsed = schemaOf(schemaVersion).safeParse(stored);
  if (parsed.success) return { kind: "document", document: parsed.data };
  const [issue] = parsed.error.issues;
  return { kind: "invalid", problem: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}` };
}

function schemaOf(schemaVersion: number) {
  if (schemaVersion === 1) return upgradedFirstDocument;
  if (schemaVersion === 2) return upgradedSecondDocument;
  return schemaVersion === 3 ? upgradedThirdDocument : baselineDocument;
}
