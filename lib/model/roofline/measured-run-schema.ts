/**
 * Schema of the files that `scripts/measure` writes: timings of matrix multiplications, memory streams and the steps
 * of a small decoder on one device, with the software, the device and the date. The file has seconds and shapes only,
 * from which rates are computed. Separate from the parsing code, so that the browser does not load Zod.
 */
import { z } from "zod";
import { computePrecisions } from "./precision";

/** Value of the field `kind` in the document of a measured run. */
export const measuredRunKind = "measured-run";
/** Version of the document of a measured run. */
export const measuredRunVersion = 1;

const text = z.string().trim().min(1, "must not be empty").max(500, "must have at most 500 characters");
const integer = z.int({ error: "must be an integer" });
const count = integer.min(1, "must be at least 1").max(1e12, "is too large");
const amount = z.number({ error: "must be a number" }).positive("must be above 0").max(1e21, "is too large");
const level = z
  .number({ error: "must be a number" })
  .min(0, "must not be negative")
  .max(1e21, "is too large");

/** Seconds per call. Each timing is the mean of `callsEach` calls, and `n` is the number of timings. */
const seconds = z
  .strictObject({
    median: amount,
    lowerQuartile: amount,
    upperQuartile: amount,
    min: amount,
    max: amount,
    n: count,
  })
  .refine(
    ({ min, lowerQuartile, median, upperQuartile, max }) =>
      min <= lowerQuartile && lowerQuartile <= median && median <= upperQuartile && upperQuartile <= max,
    "must ascend from min to max",
  );

const timed = { callsEach: count, seconds };
const skipped = { reason: text };

/** State of the device during a part of the run. Values that the device does not report are absent. */
const state = z.union([
  z.strictObject({ reason: text }),
  z.strictObject({
    n: count,
    smClockHertzMedian: level.optional(),
    smClockHertzMin: level.optional(),
    smClockHertzMax: level.optional(),
    memoryClockHertzMedian: level.optional(),
    powerWattsMedian: level.optional(),
    powerWattsMax: level.optional(),
    temperatureCelsiusMax: z.number().optional(),
  }),
]);

const part = <Case extends z.ZodType, Out extends z.ZodType>(measured: Case, refused: Out) => ({
  cases: z.array(measured).max(10_000, "must have at most 10,000 cases"),
  skipped: z.array(refused).max(10_000, "must have at most 10,000 cases"),
  state,
});

/** Shape of the product: rows × inner by inner × columns. */
const product = { precision: z.enum(computePrecisions), rows: count, inner: count, columns: count };
/** Memory stream: one array is read, one array is copied to another, or a = b + 3·c is computed for three arrays. */
const stream = { operation: z.enum(["read", "copy", "triad"]), arrayBytes: count };

const launch = z.enum(["eager", "graph"]);
const decode = { phase: z.literal("decode"), launch, batch: count, contextTokens: count };
const prefill = { phase: z.literal("prefill"), launch, batch: count, promptTokens: count };
const step = z.union([z.strictObject({ ...decode, ...timed }), z.strictObject({ ...prefill, ...timed })]);
const skippedStep = z.union([
  z.strictObject({ ...decode, ...skipped }),
  z.strictObject({ ...prefill, ...skipped }),
]);
/** A model with the same layers and operators. It is so narrow that only the launches of the operators take time. */
const launchOverhead = { phase: z.enum(["decode", "prefill"]), launch };

const shape = z
  .strictObject({
    layers: count,
    hidden: count,
    heads: count,
    kvHeads: count,
    headDim: count,
    ffn: count,
    vocabulary: count,
  })
  .refine(({ heads, kvHeads }) => heads % kvHeads === 0, {
    error: "must be a divisor of the heads",
    path: ["kvHeads"],
  });

/** Schema of the document that the measuring program writes: benchmarks of one device. */
export const measuredRunSchema = z
  .strictObject({
    kind: z.literal(measuredRunKind),
    version: z.literal(measuredRunVersion),
    origin: z.union([
      z.strictObject({ kind: z.literal("measured") }),
      z.strictObject({ kind: z.literal("made-up"), why: text }),
    ]),
    measuredAt: z.iso.datetime({ error: "must be a UTC time such as 2026-11-22T15:30:00Z" }),
    program: z.strictObject({
      name: text,
      device: text,
      seed: integer,
      samples: count,
      minSampleMs: count,
    }),
    software: z.strictObject({ python: text, torch: text.nullable(), runtime: text.nullable() }),
    device: z.strictObject({
      kind: z.enum(["cuda", "rocm", "cpu", "pretend"]),
      name: text,
      memoryBytes: count.nullable(),
      cacheBytes: count.nullable(),
      driver: text.nullable(),
      powerLimitWatts: amount.nullable(),
    }),
    matmul: z.strictObject(
      part(z.strictObject({ ...product, ...timed }), z.strictObject({ ...product, ...skipped })),
    ),
    bandwidth: z.strictObject(
      part(z.strictObject({ ...stream, ...timed }), z.strictObject({ ...stream, ...skipped })),
    ),
    decoder: z.strictObject({
      shape,
      precision: z.enum(["fp32", "fp16", "bf16"]),
      attention: z.enum(["flash", "chosen-by-torch"]),
      launchOverheads: z.strictObject(
        part(
          z.strictObject({ ...launchOverhead, ...timed }),
          z.strictObject({ ...launchOverhead, ...skipped }),
        ),
      ),
      ...part(step, skippedStep),
    }),
  })
  .refine(({ origin, device }) => device.kind !== "pretend" || origin.kind === "made-up", {
    error: "must be made-up, because a pretended device cannot be measured",
    path: ["origin", "kind"],
  });

/** Benchmarks of one device: matrix products, memory streams and steps of a small decoder. */
export type MeasuredRun = z.infer<typeof measuredRunSchema>;
/** Measured time of matrix products of one size. */
export type MeasuredMatrixProduct = MeasuredRun["matmul"]["cases"][number];
/** Measured time of passes over an array in memory. */
export type MeasuredMemoryStream = MeasuredRun["bandwidth"]["cases"][number];
/** Measured time of decoder steps of one batch size and context length. */
export type MeasuredStep = MeasuredRun["decoder"]["cases"][number];
/** Distribution of the measured times of one case, in seconds. */
export type MeasuredSeconds = MeasuredStep["seconds"];
