/** Notices that nobody dismissed yet, newest first. */
import type { DiscoveryNotice } from "@/lib/contracts/discovery";
import { isAppError } from "@/lib/model/app-error";
import { noticeKinds } from "@/lib/model/notice";
import { readRows } from "@/lib/server/db/read-rows";
import { logger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

const shownAtMost = 50;

/** None while the database does not answer: notices are not worth failing a page for. */
export async function listNotices(
  deployments: readonly KnownDeployment[],
): Promise<readonly DiscoveryNotice[]> {
  const titles = new Map(deployments.map(({ id, slug, title }) => [id, { slug, title }]));
  try {
    const rows = await readRows((database) =>
      database.notice.findMany({
        where: { dismissedAt: null, kind: { in: [...noticeKinds] } },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: shownAtMost,
      }),
    );
    return rows.flatMap((row) => {
      const kind = noticeKinds.find((each) => each === row.kind);
      if (kind === undefined) return [];
      const deployment = row.deploymentId === null ? null : (titles.get(row.deploymentId) ?? null);
      return [{ id: row.id, kind, atMs: row.at.getTime(), title: row.title, detail: row.detail, deployment }];
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "notices could not be read");
    return [];
  }
}
