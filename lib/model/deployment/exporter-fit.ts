/** How a machine, pod or database that an exporter reports relates to a deployment. */

/**
 * Whether an exporter belongs to a deployment. `joined`: it does, by its labels or by an operator's choice. `possible`:
 * labels do not decide it, and no exporter of its family is joined. `elsewhere`: labels assign it to another
 * deployment, or a different exporter of the family is joined.
 */
export const exporterFits = ["joined", "possible", "elsewhere"] as const;
