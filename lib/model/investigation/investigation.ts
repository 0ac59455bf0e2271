/** Properties of an investigation other than its state, its steps and its goal. */

/** open: everyone sees the investigation. team: only its team and admins. */
export const investigationVisibilities = ["open", "team"] as const;

/** Origins of an investigation. */
export const openingKinds = ["person", "chart", "comparison", "gate"] as const;

export const linkKinds = ["pull-request", "ticket", "document"] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface InvestigationLink {
  readonly kind: LinkKind;
  readonly title: string;
  readonly url: string;
}

export const participantRoles = ["investigator", "approver", "watcher"] as const;
export type ParticipantRole = (typeof participantRoles)[number];

export const relationKinds = ["duplicate-of", "related"] as const;
export type RelationKind = (typeof relationKinds)[number];

/** Returns the name of an investigation as displayed, such as INV-31. */
export function investigationName(number: number): string {
  return `INV-${number}`;
}
