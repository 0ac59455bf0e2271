/** Public links to reports: their lifetime, their states, and the path of their page. */

/** Days until a link expires. */
export const reportLinkDays = { shortest: 1, initial: 14, longest: 90 } as const;

/**
 * States of a public link. "stopped": the organisation does not allow links at present. If it allows them
 * again, an unexpired link works again.
 */
export const reportLinkStates = ["active", "stopped", "expired", "revoked"] as const;

/**
 * Changes of reports that the timeline records. "saved", "published" and "withdrawn" refer to the case
 * study.
 */
export const reportActions = ["saved", "published", "withdrawn", "link-created", "link-revoked"] as const;

/** Limits of public links to reports. */
export const reportLinkLimits = {
  /** Active links of one investigation. */
  maxActive: 50,
  maxListed: 200,
  /** Size of a stored copy as JSON: 2 MiB. */
  maxReportBytes: 2_097_152,
} as const;

/** Returns the path of the public page of a link. */
export function sharedReportPath(token: string): string {
  return `/shared-report/${token}`;
}
