/**
 * Norms, residual additions and activation functions: about 7, 1 and 5 operations per element, each read and written
 * once.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import { activationBytes, bytesPerWeight, type NumberFormats } from "@/lib/model/roofline/precision";
import { countNewTokens, type Batch } from "./batch";
import { createOperator, type Operator } from "./operator";
import { parameterCounts } from "./parameters";

const normFlops = 7;
const activationFlops = 5;
const residualsPerLayer = 2;

/**
 * Returns the element-wise operators of one step, such as norms and activations, each for all layers
 * together.
 */
export function vectorOperators(
  shape: Architecture,
  formats: NumberFormats,
  batch: Batch,
): readonly Operator[] {
  const tokens = countNewTokens(batch);
  const { layers, hidden, experts, ffn } = shape;
  const norms = layers * shape.small.normsPerLayer + 1;
  const readWriteBytes = 2 * tokens * hidden * activationBytes;
  const sparse = experts?.layers ?? 0;
  const expertWidth = experts === undefined ? 0 : (experts.perToken + experts.shared) * experts.ffn;
  const activated = tokens * ((layers - sparse) * ffn + sparse * expertWidth);
  return [
    createOperator({
      name: "norm",
      kind: "vector",
      vectorFlops: norms * normFlops * tokens * hidden,
      weightBytes: parameterCounts(shape).small * bytesPerWeight[formats.rest],
      activationBytes: norms * readWriteBytes,
      maxShards: 1,
    }),
    createOperator({
      name: "add",
      kind: "vector",
      vectorFlops: layers * residualsPerLayer * tokens * hidden,
      activationBytes: layers * residualsPerLayer * readWriteBytes,
      maxShards: 1,
    }),
    createOperator({
      name: "activation",
      kind: "vector",
      vectorFlops: activationFlops * activated,
      activationBytes: (shape.isGated ? 3 : 2) * activated * activationBytes,
    }),
  ];
}
