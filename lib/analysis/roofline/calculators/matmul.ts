/**
 * Computes one matrix product: T rows of i by weights of i × o. FLOPs 2·T·i·o; bytes i·o·b_w + T·i·b_a + T·o·b_a,
 * with the weights read once. If T is much smaller than i and o, the intensity is 2·T/b_w.
 *
 * Compute-bound from T* = R·b_w·i·o / (2·i·o − R·b_a·(i + o)) rows, with R the ridge of the product's precision;
 * never if the denominator is not positive. T* → R·b_w/2 for large matrices.
 */

/** Shape of a matrix product: activations × weights. */
export interface Matmul {
  /** Rows of activations: tokens that pass the layer together. */
  readonly rows: number;
  /** Input features: rows of the weight matrix. */
  readonly inputs: number;
  /** Output features: columns of the weight matrix. */
  readonly outputs: number;
  readonly bytesPerWeight: number;
  readonly bytesPerActivation: number;
}

/** Arithmetic and memory traffic of one matrix product. */
export interface MatmulWork {
  readonly flops: number;
  readonly weightBytes: number;
  /** Activations read and written. */
  readonly activationBytes: number;
  readonly totalBytes: number;
  readonly intensityFlopPerByte: number;
}

/** Computes the FLOPs and bytes of one matrix product. */
export function matmulWork({ rows, inputs, outputs, ...bytesPer }: Matmul): MatmulWork {
  const flops = 2 * rows * inputs * outputs;
  const weightBytes = inputs * outputs * bytesPer.bytesPerWeight;
  const activationBytes = rows * (inputs + outputs) * bytesPer.bytesPerActivation;
  const bytes = weightBytes + activationBytes;
  return { flops, weightBytes, activationBytes, totalBytes: bytes, intensityFlopPerByte: flops / bytes };
}

/** Rows from which a matrix product is compute-bound; `never` if no number of rows is. */
export type ComputeBoundRows = { readonly kind: "from"; readonly rows: number } | { readonly kind: "never" };

/** Returns the number of rows from which the product is compute-bound. */
export function matmulBreakEven(
  { inputs, outputs, bytesPerWeight, bytesPerActivation }: Omit<Matmul, "rows">,
  ridgeFlopPerByte: number,
): ComputeBoundRows {
  const surplus = 2 * inputs * outputs - ridgeFlopPerByte * bytesPerActivation * (inputs + outputs);
  if (surplus <= 0) return { kind: "never" };
  return { kind: "from", rows: (ridgeFlopPerByte * bytesPerWeight * inputs * outputs) / surplus };
}
