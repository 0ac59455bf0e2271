/**
 * Computes the multiplications by weights. A product of T rows by i × o weights is 2·T·i·o FLOP. Its weights are read
 * once per step for any T. Inputs and outputs move T·(i + o) activations.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import {
  activationBytes,
  bytesPerKvElement,
  bytesPerWeight,
  type NumberFormats,
} from "@/lib/model/roofline/precision";
import { countNewTokens, countLogitTokens, type Batch } from "./batch";
import { expectedDistinctExperts } from "./experts";
import { createOperator, type Operator } from "./operator";
import { parameterCounts, type ParameterCounts } from "./parameters";

interface LinearContext {
  readonly shape: Architecture;
  readonly formats: NumberFormats;
  readonly batch: Batch;
  readonly counts: ParameterCounts;
  readonly tokens: number;
}

/** Returns the matrix products of one step, each for all layers together. */
export function linearOperators(
  shape: Architecture,
  formats: NumberFormats,
  batch: Batch,
): readonly Operator[] {
  const context = { shape, formats, batch, counts: parameterCounts(shape), tokens: countNewTokens(batch) };
  return [
    ...(shape.attention.kind === "grouped" ? groupedProjections(context) : latentProjections(context)),
    ...feedForward(context),
    ...expertLayers(context),
    createHeadOperator(context),
  ];
}

type Product = Pick<Operator, "name"> &
  Partial<Pick<Operator, "maxShards" | "maxKvShards" | "kvWriteBytes" | "flops">> & {
    readonly parameters: number;
    /** Inputs and outputs of one token, all layers. */
    readonly width: number;
  };

function createProductOperator({ formats, tokens }: LinearContext, given: Product): Operator {
  // Written out instead of spread for speed: a trail creates a hundred thousand of them.
  return {
    name: given.name,
    kind: "linear",
    flops: given.flops ?? 2 * tokens * given.parameters,
    vectorFlops: 0,
    weightBytes: given.parameters * bytesPerWeight[formats.linear],
    kvReadBytes: 0,
    kvWriteBytes: given.kvWriteBytes ?? 0,
    scoreBytes: 0,
    activationBytes: tokens * given.width * activationBytes,
    maxShards: given.maxShards ?? Infinity,
    maxKvShards: given.maxKvShards ?? Infinity,
  };
}

function groupedProjections(context: LinearContext): readonly Operator[] {
  const { shape, counts, tokens, formats } = context;
  if (shape.attention.kind !== "grouped") return [];
  const { layers, hidden } = shape;
  const { heads, kvHeads, headDim } = shape.attention;
  const wide = layers * (hidden + heads * headDim);
  const narrow = layers * (hidden + kvHeads * headDim);
  const written = tokens * layers * kvHeads * headDim * bytesPerKvElement[formats.kv];
  const cache = { width: narrow, kvWriteBytes: written, maxShards: kvHeads, maxKvShards: kvHeads };
  return [
    createProductOperator(context, {
      name: "query",
      parameters: counts.query,
      width: wide,
      maxShards: heads,
    }),
    createProductOperator(context, { ...cache, name: "key", parameters: counts.key }),
    createProductOperator(context, { ...cache, name: "value", parameters: counts.value }),
    createProductOperator(context, {
      name: "output",
      parameters: counts.output,
      width: wide,
      maxShards: heads,
    }),
  ];
}

/** Down-projections run on every accelerator. Prefill also projects the cached tokens out of the latent. */
function latentProjections(context: LinearContext): readonly Operator[] {
  const { shape, counts, tokens, formats, batch } = context;
  if (shape.attention.kind !== "latent") return [];
  const { layers, hidden } = shape;
  const { heads, queryRank, kvRank, nopeDim, ropeDim, valueDim } = shape.attention;
  const queryWidth = heads * (nopeDim + ropeDim);
  const latent = kvRank + ropeDim;
  const expanded = batch.reduce(
    (sum, group) =>
      sum + group.sequences * (group.newTokens + (group.phase === "prefill" ? group.cachedTokens : 0)),
    0,
  );
  const down = { name: "query-down", parameters: counts.queryDown, maxShards: 1 } as const;
  return [
    ...(queryRank === 0
      ? []
      : [createProductOperator(context, { ...down, width: layers * (hidden + queryRank) })]),
    createProductOperator(context, {
      name: "query",
      parameters: counts.query,
      width: layers * ((queryRank === 0 ? hidden : queryRank) + queryWidth),
      maxShards: heads,
    }),
    createProductOperator(context, {
      name: "latent-down",
      parameters: counts.latentDown,
      width: layers * (hidden + latent),
      kvWriteBytes: tokens * layers * latent * bytesPerKvElement[formats.kv],
      maxShards: 1,
      maxKvShards: 1,
    }),
    createProductOperator(context, {
      name: "latent-up",
      parameters: counts.latentUp,
      width: layers * (kvRank + heads * (nopeDim + valueDim)),
      flops: 2 * expanded * counts.latentUp,
      maxShards: heads,
    }),
    createProductOperator(context, {
      name: "output",
      parameters: counts.output,
      width: layers * (heads * valueDim + hidden),
      maxShards: heads,
    }),
  ];
}

function feedForward(context: LinearContext): readonly Operator[] {
  const { shape, counts } = context;
  const layers = shape.layers - (shape.experts?.layers ?? 0);
  if (layers === 0) return [];
  const names = shape.isGated ? (["gate", "up", "down"] as const) : (["up", "down"] as const);
  const width = layers * (shape.hidden + shape.ffn);
  return names.map((name) =>
    createProductOperator(context, { name, parameters: counts.feedForward / names.length, width }),
  );
}

function expertLayers(context: LinearContext): readonly Operator[] {
  const { shape, formats, counts, tokens } = context;
  const { experts, hidden } = shape;
  if (experts === undefined || tokens === 0) return [];
  const matrices = shape.isGated ? 3 : 2;
  const perToken = experts.layers * matrices * (hidden + experts.ffn);
  const routed = experts.layers * counts.perExpert;
  const shared = {
    name: "shared-experts",
    parameters: counts.sharedExperts,
    width: perToken * experts.shared,
  } as const;
  return [
    createOperator({
      name: "router",
      kind: "linear",
      flops: 2 * tokens * counts.routers,
      weightBytes: counts.routers * bytesPerWeight[formats.rest],
      activationBytes: tokens * experts.layers * (hidden + experts.count) * activationBytes,
      maxShards: 1,
    }),
    ...(experts.shared === 0 ? [] : [createProductOperator(context, shared)]),
    createOperator({
      name: "experts",
      kind: "linear",
      flops: 2 * tokens * experts.perToken * routed,
      weightBytes:
        routed * expectedDistinctExperts(experts, tokens) * bytesPerWeight[formats.experts ?? formats.linear],
      activationBytes: tokens * experts.perToken * perToken * activationBytes,
    }),
  ];
}

/** Only positions that need logits are computed, but all weights are read. */
function createHeadOperator({ shape, formats, batch, counts }: LinearContext): Operator {
  const rows = countLogitTokens(batch);
  return createOperator({
    name: "head",
    kind: "linear",
    flops: 2 * rows * counts.head,
    weightBytes: rows === 0 ? 0 : counts.head * bytesPerWeight[formats.rest],
    activationBytes: rows * (shape.hidden + shape.vocabulary) * activationBytes,
  });
}
