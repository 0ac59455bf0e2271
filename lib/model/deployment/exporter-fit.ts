/** How a machine, pod or database that an exporter reports relates to a deployment. */

/**
 * `joined`: it belongs to the deployment, by its labels or by an operator's choice. `possible`: labels neither
 * confirm nor rule it out, and no exporter of its family is joined. `elsewhere`: labels assign it to another
 * deployment, or the deployment has another one.
 */
export const exporterFits = ["joined", "possible", "elsewhere"] as const;
