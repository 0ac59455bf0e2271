/** Properties of an investigation other than its state, its steps and its goal. */

/** Who sees an investigation. open: everyone. team: only its team and admins. */
export const investigationVisibilities = ["open", "team"] as const;

/** Origins of an investigation. */
export const investigationOrigins = ["person", "chart", "comparison", "gate"] as const;

/** Kinds of web page to which an investigation links. */
export const linkKinds = ["pull-request", "ticket", "document"] as const;
/** Kind of web page to which an investigation links. */
export type LinkKind = (typeof linkKinds)[number];

/** Link of an investigation to a pull request, ticket or document. */
export interface InvestigationLink {
  readonly kind: LinkKind;
  readonly title: string;
  readonly url: string;
}

/** Roles of people in an investigation. */
export const participantRoles = ["investigator", "approver", "watcher"] as const;
/** Role of a person in an investigation. If there are approvers, only they approve changes. */
export type ParticipantRole = (typeof participantRoles)[number];

/** Kinds of relation between two investigations. */
export const relationKinds = ["duplicate-of", "related"] as const;
/** Kind of relation between two investigations. */
export type RelationKind = (typeof relationKinds)[number];

/** Returns the name of an investigation as displayed, such as INV-31. */
export function investigationName(number: number): string {
  return `INV-${number}`;
}
