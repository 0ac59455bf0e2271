/** Something that happened at a time to a scope: here, a version that a source or an engine was seen to change to. */

export const eventKinds = ["source-version", "engine-version"] as const;
export type EventKind = (typeof eventKinds)[number];

export interface ChangeEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly atMs: number;
  readonly title: string;
  readonly source: string | null;
  readonly deployment: string | null;
  readonly from: string | null;
  readonly to: string | null;
}
