/** How a machine, pod or database that an exporter tells of stands to a deployment. */

/**
 * `joined`: it is the deployment's, by labels or by a person's word. `possible`: labels neither prove nor deny it, and nothing of
 * its kind is joined. `elsewhere`: labels say it is another's, or the deployment has its own.
 */
export const exporterFits = ["joined", "possible", "elsewhere"] as const;
export type ExporterFit = (typeof exporterFits)[number];
