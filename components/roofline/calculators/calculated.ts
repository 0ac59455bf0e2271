/** What a calculator says of its inputs: a sentence that answers, and rows of numbers. */
import { roofOf } from "@/lib/analysis/roofline/bounds/roof";
import { breakEvenOver } from "@/lib/analysis/roofline/calculators/break-even-batch";
import { kvCacheSize } from "@/lib/analysis/roofline/calculators/kv-cache-size";
import { matmulBreakEven, matmulWork } from "@/lib/analysis/roofline/calculators/matmul";
import { weightSizes } from "@/lib/analysis/roofline/calculators/weight-sizes";
import { computeOf } from "@/lib/analysis/roofline/what-if/change";
import type { Accelerator } from "@/lib/model/accelerator";
import type { Architecture } from "@/lib/model/architecture";
import { activationBytes, weightFormats, type NumberPlan } from "@/lib/model/precision";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatPrefixed } from "@/lib/format/prefixed";
import type { CalculatorState } from "@/lib/client/calculator-url";
import { formatName } from "../precision-names";

export interface CalculatedRow {
  readonly key: string;
  readonly cells: readonly string[];
}

export interface Calculated {
  readonly sentence: string;
  readonly columns: readonly string[];
  readonly rows: readonly CalculatedRow[];
  /** The row that the inputs ask about. */
  readonly chosen: string | null;
}

export interface CalculatorTables {
  readonly accelerator: Accelerator | null;
  readonly model: { readonly architecture: Architecture; readonly plan: NumberPlan } | null;
}

/** Null where the inputs name an accelerator or a model that is not in the tables. */
export function calculated(
  state: CalculatorState,
  { accelerator, model }: CalculatorTables,
): Calculated | null {
  if (state.calc === "matmul") return accelerator === null ? null : ofMatmul(state, accelerator);
  if (model === null) return null;
  if (state.calc === "kv-cache") return ofCache(state, model.architecture);
  if (state.calc === "weights") return ofWeights(state, model);
  return accelerator === null ? null : ofBreakEven(state, accelerator, model);
}

const intensity = (value: number): string => formatWithUnit(value, "flop-per-byte", "FLOP/B");
const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");
const kilobytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "kB");
/** One token's cache is no round number of gigabytes. */
const bytesText = (bytes: number): string =>
  bytes < 1e6 ? kilobytes(bytes) : bytes < 1e9 ? megabytes(bytes) : gigabytes(bytes);
const secondsText = (seconds: number): string =>
  formatWithUnit(seconds, "seconds", seconds < 1e-3 ? "µs" : seconds < 1 ? "ms" : "s");
const facts = ["", ""] as const;

function ofMatmul(state: CalculatorState, accelerator: Accelerator): Calculated | null {
  const roof = roofOf(accelerator, computeOf(state.w));
  if (roof === null) return null;
  const product = {
    rows: state.rows,
    inputs: state.in,
    outputs: state.out,
    bytesPerWeight: weightFormats[state.w],
    bytesPerActivation: activationBytes,
  };
  const work = matmulWork(product);
  const from = matmulBreakEven(product, roof.ridgeFlopPerByte);
  const isCompute = work.intensityFlopPerByte >= roof.ridgeFlopPerByte;
  const seconds = Math.max(work.flops / roof.flopsPerSecond, work.bytes / roof.bytesPerSecond);
  const until =
    from.kind === "never"
      ? "No number of rows makes it compute-bound"
      : `From ${formatCount(Math.ceil(from.rows))} rows on it is compute-bound`;
  return {
    sentence: `${intensity(work.intensityFlopPerByte)} on ${accelerator.name}, ridge ${intensity(roof.ridgeFlopPerByte)}: ${isCompute ? "compute-bound" : "memory-bound"}. ${until}.`,
    columns: facts,
    rows: factRows([
      ["FLOPs, 2·T·i·o", formatPrefixed(work.flops, "FLOP")],
      ["Weights read", bytesText(work.weightBytes)],
      ["Activations read and written", bytesText(work.activationBytes)],
      ["Least time, by the roof", secondsText(seconds)],
    ]),
    chosen: null,
  };
}

const megabytes = (bytes: number): string => `${formatNumber(bytes / 1e6)}${thinSpace}MB`;

function ofCache(state: CalculatorState, shape: Architecture): Calculated {
  const answer = kvCacheSize({
    shape,
    format: state.kv,
    contextTokens: state.ctx,
    sequences: state.seq,
    poolBytes: state.pool === 0 ? null : state.pool * 1e9,
  });
  const most =
    answer.mostSequences === null
      ? ""
      : ` A pool of ${gigabytes(state.pool * 1e9)} holds ${formatNumber(answer.mostSequences)} of them at once.`;
  return {
    sentence: `${formatCount(state.seq)} × ${formatCount(state.ctx)} tokens of ${shape.name} in ${formatName(state.kv)} take ${bytesText(answer.bytes)}.${most}`,
    columns: facts,
    rows: factRows([
      ["KV of a token, 2·layers·KV heads·head size·bytes", kilobytes(answer.bytesPerToken)],
      ["KV of a sequence", bytesText(answer.bytesPerSequence)],
      ["KV of all", bytesText(answer.bytes)],
      ...(answer.poolTokens === null || answer.mostSequences === null
        ? []
        : [
            ["Tokens the pool holds", formatCount(Math.floor(answer.poolTokens))] as const,
            ["Sequences at once, at most", formatNumber(answer.mostSequences)] as const,
          ]),
    ]),
    chosen: null,
  };
}

type Served = NonNullable<CalculatorTables["model"]>;

function ofWeights(state: CalculatorState, { architecture, plan }: Served): Calculated {
  const sizes = weightSizes({ shape: architecture, plan });
  const chosen = sizes.find(({ format }) => format === state.w);
  return {
    sentence:
      chosen === undefined
        ? ""
        : `${architecture.name} in ${formatName(state.w)} takes ${gigabytes(chosen.storedBytes)}; a step of one sequence reads ${gigabytes(chosen.readBytes)}. Embeddings and the LM head stay in ${formatName(plan.rest)}.`,
    columns: ["Weights", "Bytes a weight", "Stored", "Read by a step of one", "Of the model as published"],
    rows: sizes.map(({ format, bytesPerWeight, storedBytes, readBytes, ofPlanRatio }) => ({
      key: format,
      cells: [
        formatName(format),
        formatNumber(bytesPerWeight),
        gigabytes(storedBytes),
        gigabytes(readBytes),
        formatWithUnit(ofPlanRatio, "ratio", "%"),
      ],
    })),
    chosen: state.w,
  };
}

/** Around the asked one, as people think of contexts. */
const contexts = [0, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 131_072];

function ofBreakEven(state: CalculatorState, accelerator: Accelerator, model: Served): Calculated | null {
  const roof = roofOf(accelerator, computeOf(state.w));
  if (roof === null) return null;
  const served = {
    shape: model.architecture,
    plan: { ...model.plan, linear: state.w, kv: state.kv, compute: computeOf(state.w) },
  };
  const asked = [...new Set([...contexts, state.ctx])].toSorted((a, b) => a - b);
  const answer = breakEvenOver(served, roof, asked);
  const found = answer.byContext.find(({ contextTokens }) => contextTokens === state.ctx)?.breakEven;
  const limit =
    answer.limit.kind === "none"
      ? "At no context is a batch too small for ever."
      : `Above ${formatCount(Math.floor(answer.limit.tokens))} tokens of context no batch makes decode compute-bound.`;
  const batch =
    found?.kind === "from"
      ? `From a batch of ${formatCount(Math.ceil(found.batch))} on decode is compute-bound at ${formatCount(state.ctx)} tokens`
      : `No batch makes decode compute-bound at ${formatCount(state.ctx)} tokens`;
  return {
    sentence: `${batch}, on ${accelerator.name}. ${limit} Products of large matrices alone turn at ${formatCount(Math.ceil(answer.largeMatrixRows))} rows.`,
    columns: ["Context, tokens", "Batch from which compute sets the pace"],
    rows: answer.byContext.map(({ contextTokens, breakEven }) => ({
      key: String(contextTokens),
      cells: [
        formatCount(contextTokens),
        breakEven.kind === "never" ? "never" : formatCount(Math.ceil(breakEven.batch)),
      ],
    })),
    chosen: String(state.ctx),
  };
}

const factRows = (rows: readonly (readonly [string, string])[]): readonly CalculatedRow[] =>
  rows.map((cells) => ({ key: cells[0], cells }));
