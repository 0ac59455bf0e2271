/** Sources of the table's numbers, and powers of ten. Read in November 2026. */

export const giga = 1e9;
export const tera = 1e12;

export const computeTable =
  "stas00/ml-engineering@744d01e1 compute/accelerator/README.md: dense peaks and memory, each with the vendor's page";
export const linkTable = "stas00/ml-engineering@744d01e1 network/README.md";
export const llmAnalysisTable = "cli99/llm-analysis@d841e40 llm_analysis/gpu_configs";
export const llmViewerTable =
  "hahnyuan/LLM-Viewer@472f71f hardwares/hardware_params.py, after NVIDIA's white papers";
export const hmcTechTable = "hmc-tech.com comparison pages: dense and sparse listed separately";
export const scalingBookTable = "jax-ml/scaling-book@0819a7d8 tpus.md";
export const unverifiedDatasheet = "the vendor's datasheet, from memory, not verified";

/** Source of measured ceilings: the best of many shapes, which a serving engine's shapes may not reach. */
export const bestMatmulTable =
  "stas00/ml-engineering@744d01e1 compute/accelerator/README.md: best matrix product found (MAMF)";
