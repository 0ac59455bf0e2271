/**
 * Computes the batch size from which decode is compute-bound, and the context length above which decode is not
 * compute-bound at any batch size.
 *
 * B sequences of context c need B·f(c) FLOPs and W(B) + B·k(c) bytes. With the ridge R, decode is compute-bound from
 *
 *     B* = R·W / (f(c) − R·k(c))
 *
 * and never where f(c) ≤ R·k(c), which is above c_max = 2·P / (R·kv − attention FLOPs per token of context). Layers
 * with a sliding window stop growing at the window. With experts, W grows with B, and B* is found by bisection. The
 * step is treated as one operation. If each operator is judged separately, products become compute-bound at B ≈ R while
 * attention stays memory-bound.
 */
import { decodeFlopsPerPair, layersByWindow } from "@/lib/analysis/roofline/step-work/attention-operators";
import { decodeGroup } from "@/lib/analysis/roofline/step-work/batch";
import { kvBytesPerSequence, kvElementsPerLayer } from "@/lib/analysis/roofline/step-work/kv-cache";
import { linearOperators } from "@/lib/analysis/roofline/step-work/linear-operators";
import { stepWork, type ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import { bytesPerKvElement } from "@/lib/model/roofline/precision";

/**
 * Batch size from which decode is compute-bound at one context length; `never` if it is not compute-bound at any batch
 * size.
 */
export type BreakEven = { readonly kind: "from"; readonly batch: number } | { readonly kind: "never" };

/** Returns the FLOPs of the matrix products for one new token. */
function linearFlopsPerToken({ shape, formats }: ServedModel): number {
  return linearOperators(shape, formats, [decodeGroup(1, 1)]).reduce((sum, one) => sum + one.flops, 0);
}

/** Returns the FLOPs of one sequence's next token at the given context length. */
function flopsPerSequence(servedModel: ServedModel, contextTokens: number): number {
  const perPair = decodeFlopsPerPair(servedModel.shape);
  const pairs = layersByWindow(servedModel.shape).reduce(
    (sum, { count, window }) => sum + count * Math.min(contextTokens, window),
    0,
  );
  return linearFlopsPerToken(servedModel) + perPair * pairs;
}

/** Context length in tokens above which decode is memory-bound at any batch. `none` if no context is long enough. */
export type BreakEvenContextLimit =
  | { readonly kind: "above"; readonly tokens: number }
  | { readonly kind: "none" };

/**
 * Returns the context length above which decode is memory-bound at any batch size. `ridgeFlopPerByte` is
 * peak FLOP/s divided by bandwidth.
 */
export function breakEvenContextLimit(
  servedModel: ServedModel,
  ridgeFlopPerByte: number,
): BreakEvenContextLimit {
  const { shape, formats } = servedModel;
  const perLayer =
    ridgeFlopPerByte * kvElementsPerLayer(shape) * bytesPerKvElement[formats.kv] - decodeFlopsPerPair(shape);
  if (perLayer <= 0) return { kind: "none" };
  let remainingFlops = linearFlopsPerToken(servedModel) / perLayer;
  let growing = shape.layers;
  for (const { count, window } of layersByWindow(shape).toSorted((a, b) => a.window - b.window)) {
    // Below the narrowest window, the work of all layers grows with the context. Above it, only the work of the layers
    // with wider windows grows.
    if (window === Infinity || remainingFlops <= growing * window) break;
    remainingFlops -= count * window;
    growing -= count;
  }
  return growing === 0 ? { kind: "none" } : { kind: "above", tokens: remainingFlops / growing };
}

const largestBatch = 1e9;

/**
 * Returns the batch size from which decode is compute-bound if every sequence has `contextTokens`.
 * `ridgeFlopPerByte` is peak FLOP/s divided by bandwidth.
 */
export function breakEvenBatch(
  servedModel: ServedModel,
  ridgeFlopPerByte: number,
  contextTokens: number,
): BreakEven {
  const { shape, formats } = servedModel;
  const surplus =
    flopsPerSequence(servedModel, contextTokens) -
    ridgeFlopPerByte * kvBytesPerSequence(shape, formats.kv, contextTokens);
  if (surplus <= 0) return { kind: "never" };
  const weightBytes = (batch: number): number => stepWork(servedModel, [decodeGroup(batch, 1)]).weightBytes;
  if (shape.experts === undefined)
    return { kind: "from", batch: (ridgeFlopPerByte * weightBytes(1)) / surplus };
  const isCompute = (batch: number): boolean => batch * surplus >= ridgeFlopPerByte * weightBytes(batch);
  let [low, high] = [0, 1];
  while (!isCompute(high)) {
    low = high;
    high *= 2;
    if (high > largestBatch) return { kind: "never" };
  }
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (isCompute(middle)) high = middle;
    else low = middle;
  }
  return { kind: "from", batch: high };
}
