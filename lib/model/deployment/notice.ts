/** A notice that needs attention soon. It is displayed in Settings › Deployments until it is dismissed. */

export const noticeKinds = ["new-deployment", "metric-names", "config-file"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeKindTitles: { readonly [Kind in NoticeKind]: string } = {
  "new-deployment": "New deployment",
  "metric-names": "Metric names changed",
  "config-file": "Configuration file",
};
