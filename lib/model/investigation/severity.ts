/** Severities of an investigation. 1 is the most severe. */

export const severities = [1, 2, 3, 4] as const;
/** Severity of an investigation; 1 is the highest. */
export type Severity = (typeof severities)[number];

/** Severity of a new investigation. */
export const defaultSeverity: Severity = 3;

/** One sentence per severity, displayed where the severity is chosen. */
export const severityExplanations: { readonly [S in Severity]: string } = {
  1: "Most users are affected, or the deployment does not serve requests.",
  2: "Many users are affected, or a target is missed now.",
  3: "Some users are affected, or a target is at risk.",
  4: "No user is affected: the deployment can be improved.",
};

/** Returns the severity that the database stores. Its constraint refuses other values. */
export function parseSeverity(stored: number): Severity {
  return severities.find((one) => one === stored) ?? defaultSeverity;
}
