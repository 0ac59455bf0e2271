/** Display names of number formats. */
import type { ComputePrecision, KvFormat, WeightFormat } from "@/lib/model/roofline/precision";

const names: { readonly [F in WeightFormat | KvFormat | ComputePrecision]: string } = {
  fp32: "FP32",
  tf32: "TF32",
  fp16: "FP16",
  bf16: "BF16",
  fp8: "FP8",
  fp4: "FP4",
  "fp8-blocks": "FP8 in blocks",
  mxfp8: "MXFP8",
  int8: "INT8",
  "int4-g128": "INT4, groups of 128",
  "int4-g32": "INT4, groups of 32",
  mxfp4: "MXFP4",
  nvfp4: "NVFP4",
  q4_0: "Q4_0",
  q8_0: "Q8_0",
  q4_k: "Q4_K",
  q5_k: "Q5_K",
  q6_k: "Q6_K",
};

/** Returns the usual name of a number format, such as "FP8". */
export function precisionTitle(format: WeightFormat | KvFormat | ComputePrecision): string {
  return names[format];
}
