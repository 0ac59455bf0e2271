/** Handler of the notices endpoint: notices that are not dismissed, newest first. */
import type { noticesContract } from "@/lib/contracts/notices";
import { noticeKinds } from "@/lib/model/deployment/notice";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";

const maxNotices = 50;

/** Returns the notices that are not dismissed, newest first. Throws database-unavailable. */
export const listNotices: Handler<typeof noticesContract> = async ({ principal }) => {
  const { deployments } = await readKnownDeployments(principal.sourceScope);
  const titles = new Map(deployments.map(({ id, slug, title }) => [id, { slug, title }]));
  const rows = await readRows((database) =>
    database.notice.findMany({
      where: { dismissedAt: null, kind: { in: [...noticeKinds] } },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: maxNotices,
    }),
  );
  return {
    asOfMs: nowMs(),
    notices: rows.flatMap((row) => {
      const kind = noticeKinds.find((each) => each === row.kind);
      if (kind === undefined) return [];
      const deployment = row.deploymentId === null ? null : (titles.get(row.deploymentId) ?? null);
      return [{ id: row.id, kind, atMs: row.at.getTime(), title: row.title, detail: row.detail, deployment }];
    }),
  };
};
