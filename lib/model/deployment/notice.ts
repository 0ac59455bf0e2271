/** Kinds of notices in Settings › Deployments. A notice is displayed until a person dismisses it. */
export const noticeKinds = ["new-deployment", "metric-names", "config-file"] as const;
/** Kind of a notice in Settings › Deployments. */
export type NoticeKind = (typeof noticeKinds)[number];

/** Title of each kind of notice. */
export const noticeKindTitles: { readonly [Kind in NoticeKind]: string } = {
  "new-deployment": "New deployment",
  "metric-names": "Metric names changed",
  "config-file": "Configuration file",
};
