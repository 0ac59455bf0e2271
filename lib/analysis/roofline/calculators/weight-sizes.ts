/**
 * Computes a model's weights in every format: stored in memory, and read by a decode step of one sequence. Parts that
 * quantisers skip stay in the current format, so INT4 saves less than four times. The maximum speedup of a step with
 * one sequence is the ratio of bytes.
 */
import { storedWeightBytes } from "@/lib/analysis/roofline/bounds/memory-fit";
import { decodeGroup } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork, type ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import { weightFormatNames, bytesPerWeight, type WeightFormat } from "@/lib/model/roofline/precision";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";

/** Size of a model's weights in one format. */
export interface WeightSize {
  readonly format: WeightFormat;
  readonly bytesPerWeight: number;
  readonly storedBytes: number;
  /** Bytes of weights that a decode step of one sequence reads, without the KV cache. Only the routed experts count. */
  readonly readBytes: number;
  /**
   * Stored bytes in this format divided by the stored bytes in the model's present formats. Both include embeddings and
   * parts in wider formats.
   */
  readonly ratioToCurrentFormats: number;
}

/** Returns one row per format, in the order of the table of formats. */
export function weightSizes(servedModel: ServedModel): readonly WeightSize[] {
  const currentBytes = storedWeightBytes(servedModel);
  return weightFormatNames.map((format) => {
    const quantised = { ...servedModel, formats: withWeightFormat(servedModel.formats, format) };
    const storedBytes = storedWeightBytes(quantised);
    return {
      format,
      bytesPerWeight: bytesPerWeight[format],
      storedBytes,
      readBytes: stepWork(quantised, [decodeGroup(1, 1)]).weightBytes,
      ratioToCurrentFormats: storedBytes / currentBytes,
    };
  });
}
