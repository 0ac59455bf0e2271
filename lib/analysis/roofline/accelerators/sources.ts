/** Sources of the table's numbers, and powers of ten. Read in November 2026. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";

/** 10⁹, as in GB/s. Not 2³⁰. */
export const giga = 1e9;
/** 10¹², as in TFLOP/s. */
export const tera = 1e12;

/** Source of GPU rows: repository, commit and file. */
export const computeTableSource =
  "stas00/ml-engineering@744d01e1 compute/accelerator/README.md (links to the vendors' pages)";
/** Citation for the bandwidths of links between GPUs. */
export const linkTableSource = "stas00/ml-engineering@744d01e1 network/README.md";
/** Citation for values from the constants of llm-analysis. */
export const llmAnalysisSource = "cli99/llm-analysis@d841e40 llm_analysis/gpu_configs (cites no data sheet)";
/** Citation for values from the constants of LLM-Viewer. */
export const llmViewerSource =
  "hahnyuan/LLM-Viewer@472f71f hardwares/hardware_params.py (cites NVIDIA's white papers)";
/** Citation for peaks that are listed with and without sparsity. */
export const hmcTechSource = "hmc-tech.com comparison pages (list dense and sparse peaks separately)";
/** Source of TPU rows: repository, commit and file. */
export const scalingBookSource = "jax-ml/scaling-book@0819a7d8 tpus.md";
/** Remark for values that were found in no published page. `formatFactSources` recognizes its first words. */
export const unverifiedSource = "not compared with the vendor's data sheet";
/** Citation for the peaks and bandwidths of TPUs. */
export const tpuDocumentSource =
  "docs.cloud.google.com/tpu/docs/v6e: v5e 197 TFLOP/s BF16, 393 TOPS INT8, 819 GB/s; v6e 918 TFLOP/s BF16, 1836 TOPS INT8, 1640 GB/s (1600 GB/s in newer versions of the page)";

/**
 * Source of measured ceilings. They are the best of many matrix shapes. The shapes of a serving engine may not reach
 * them.
 */
export const bestMatmulSource =
  "stas00/ml-engineering@744d01e1 compute/accelerator/README.md (maximum achievable matmul FLOP/s, MAMF)";

/** Converts peaks in TFLOP/s to FLOP/s. */
export function toFlopsPerSecond(
  peaksTeraFlops: Accelerator["peakFlopsPerSecond"],
): Accelerator["peakFlopsPerSecond"] {
  return Object.fromEntries(Object.entries(peaksTeraFlops).map(([format, peak]) => [format, peak * tera]));
}
