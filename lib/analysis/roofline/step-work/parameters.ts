/**
 * Number of parameters of a shape, part by part. The sums equal those of the published checkpoints exactly.
 *
 * A layer: attention D·H·d + 2·D·K·d + H·d·D (D hidden, H heads, K KV heads, d head size; H·d may differ from D);
 * feed-forward 3·D·F gated, 2·D·F plain; a layer of experts E and shared ones of 3·D·Fe each and a router D·E. LM
 * head V·D, which a tied model shares with the embedding. Latent attention: D·q + q·H·(n + r) + D·(c + r) + c·H·(n +
 * v) + H·v·D.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { Architecture } from "@/lib/model/roofline/architecture";

/** Number of parameters by kind of tensor, for the complete model with all layers. */
export interface ParameterCounts {
  readonly query: number;
  /** Projection into the query latent; 0 if the model has no query latent. */
  readonly queryDown: number;
  readonly key: number;
  readonly value: number;
  /** Projections into the latent and the rotary key, and out of the latent; 0 without latent attention. */
  readonly latentDown: number;
  readonly latentUp: number;
  readonly output: number;
  readonly feedForward: number;
  readonly sharedExperts: number;
  /** All experts of all layers. */
  readonly experts: number;
  /** One expert of one layer. */
  readonly perExpert: number;
  readonly routers: number;
  readonly head: number;
  /** Input embedding, unless it is also the LM head, and learned positions. A step reads only single rows of them. */
  readonly embedding: number;
  /** Norms, biases and sinks. */
  readonly small: number;
}

const expertLayers = ({ experts }: Architecture): number => experts?.layers ?? 0;

/** Counts the parameters of a model by kind of tensor. The result is cached per model. */
export const parameterCounts = memoizePerObject(countParameters);

function countParameters(shape: Architecture): ParameterCounts {
  const { layers, hidden, ffn, vocabulary, experts, isTied, small } = shape;
  const matrices = shape.isGated ? 3 : 2;
  const sparse = expertLayers(shape);
  const each =
    experts === undefined
      ? 0
      : matrices * hidden * experts.ffn +
        (small.bias === "attention-and-experts" ? 2 * experts.ffn + hidden : 0);
  return {
    ...attentionCounts(shape),
    feedForward: (layers - sparse) * matrices * hidden * ffn,
    sharedExperts: experts === undefined ? 0 : sparse * experts.shared * matrices * hidden * experts.ffn,
    experts: experts === undefined ? 0 : sparse * experts.count * each,
    perExpert: each,
    routers: experts === undefined ? 0 : sparse * hidden * experts.count,
    head: vocabulary * hidden,
    embedding: (isTied ? 0 : vocabulary * hidden) + small.positionRows * hidden,
    small: smallCount(shape),
  };
}

function attentionCounts({
  layers,
  hidden,
  attention,
}: Architecture): Pick<
  ParameterCounts,
  "query" | "queryDown" | "key" | "value" | "latentDown" | "latentUp" | "output"
> {
  if (attention.kind === "grouped") {
    const { heads, kvHeads, headDim } = attention;
    const [wide, narrow] = [hidden * heads * headDim, hidden * kvHeads * headDim];
    return {
      query: layers * wide,
      queryDown: 0,
      key: layers * narrow,
      value: layers * narrow,
      latentDown: 0,
      latentUp: 0,
      output: layers * wide,
    };
  }
  const { heads, queryRank, kvRank, nopeDim, ropeDim, valueDim } = attention;
  const queryWidth = heads * (nopeDim + ropeDim);
  return {
    query: layers * (queryRank === 0 ? hidden : queryRank) * queryWidth,
    queryDown: layers * hidden * queryRank,
    key: 0,
    value: 0,
    latentDown: layers * hidden * (kvRank + ropeDim),
    latentUp: layers * kvRank * heads * (nopeDim + valueDim),
    output: layers * heads * valueDim * hidden,
  };
}

function smallCount(shape: Architecture): number {
  const { layers, hidden, attention, experts, small } = shape;
  const norm = hidden * (small.normHasBias ? 2 : 1);
  const perLayer = small.normsPerLayer * norm + attentionSmall(shape);
  const plainBias = small.bias === "all" ? (layers - expertLayers(shape)) * (shape.ffn + hidden) : 0;
  const routers =
    experts === undefined || (!small.routerBias && small.bias !== "attention-and-experts")
      ? 0
      : experts.layers * experts.count;
  const sinks = small.sinks ? attention.heads : 0;
  return layers * (perLayer + sinks) + plainBias + routers + norm;
}

function attentionSmall({ hidden, attention, small }: Architecture): number {
  if (attention.kind === "latent") return attention.queryRank + attention.kvRank;
  const { heads, kvHeads, headDim } = attention;
  const inputs = small.bias === "none" ? 0 : heads * headDim + 2 * kvHeads * headDim;
  const output = small.bias === "none" || small.bias === "qkv" ? 0 : hidden;
  return inputs + output + (small.queryKeyNorm ? 2 * headDim : 0);
}

/** Returns the total number of parameters. An embedding tied to the LM head counts once. */
export function totalParameters(shape: Architecture): number {
  const { perExpert: _, ...parts } = parameterCounts(shape);
  return Object.values(parts).reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the parameters that are multiplied or added for one token. They include the LM head but not the input
 * embedding, of which only one row is read.
 */
export function activeParameters(shape: Architecture): number {
  const { experts, perExpert, embedding } = parameterCounts(shape);
  const used = expertLayers(shape) * (shape.experts?.perToken ?? 0) * perExpert;
  return totalParameters(shape) - embedding - experts + used;
}

/** Returns the number of parameters that a step reads from memory if it uses every expert. */
export function streamedParameters(shape: Architecture): number {
  return totalParameters(shape) - parameterCounts(shape).embedding;
}
