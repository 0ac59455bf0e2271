/**
 * A model's weights in every format: stored in memory, and read by a decode step of one sequence. What quantisers leave alone stays in
 * the plan's format, so INT4 saves less than four times. The most that a step of one sequence can gain is the ratio of bytes.
 */
import { storedWeightBytes } from "@/lib/analysis/roofline/bounds/fits";
import { decoding } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork, type Served } from "@/lib/analysis/roofline/step-work/step-work";
import { weightFormatNames, weightFormats, type WeightFormat } from "@/lib/model/precision";
import { withWeights } from "@/lib/analysis/roofline/what-if/change";

export interface WeightSize {
  readonly format: WeightFormat;
  readonly bytesPerWeight: number;
  readonly storedBytes: number;
  /** By a step of one sequence, without its cache; of experts those it goes to. */
  readonly readBytes: number;
  /** Stored bytes over all parameters, embeddings and what is left in wider formats included. */
  readonly ratioToPlan: number;
}

/** In the order of the table of formats. */
export function weightSizes(served: Served): readonly WeightSize[] {
  const planBytes = storedWeightBytes(served);
  return weightFormatNames.map((format) => {
    const quantised = { ...served, plan: withWeights(served.plan, format) };
    const storedBytes = storedWeightBytes(quantised);
    return {
      format,
      bytesPerWeight: weightFormats[format],
      storedBytes,
      readBytes: stepWork(quantised, [decoding(1, 1)]).weightBytes,
      ratioToPlan: storedBytes / planBytes,
    };
  });
}
