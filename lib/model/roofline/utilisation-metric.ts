/** Measures of how much of its accelerators a model uses over time. */

/** Model FLOPs utilisation (MFU) and model bandwidth utilisation (MBU). */
export const utilisationMetrics = ["mfu", "mbu"] as const;
/** Model FLOPs utilisation (MFU) or model bandwidth utilisation (MBU). */
export type UtilisationMetric = (typeof utilisationMetrics)[number];
