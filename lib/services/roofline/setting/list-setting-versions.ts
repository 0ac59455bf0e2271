/** Lists all versions of a deployment's hardware and model setting, newest first. */
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { rooflineSettingVersionsContract } from "@/lib/contracts/roofline/roofline-setting";
import { AppError } from "@/lib/model/app-error";
import { parseStoredChoice } from "@/lib/model/roofline/roofline-choice";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";

const maxListed = 200;

/**
 * Handles the request for the versions of a deployment's roofline setting. Throws not-found,
 * database-unavailable.
 */
export const listSettingVersions: Handler<typeof rooflineSettingVersionsContract> = async ({
  params: { deploymentId },
}) => {
  const { deployment, rows, count } = await readRows(async (database) => ({
    deployment: await database.deployment.findUnique({
      where: { id: deploymentId },
      select: { id: true, slug: true, title: true },
    }),
    rows: await database.rooflineSetting.findMany({
      where: { deploymentId },
      orderBy: { version: "desc" },
      take: maxListed,
    }),
    count: await database.rooflineSetting.count({ where: { deploymentId } }),
  }));
  if (deployment === null) throw new AppError("not-found", "this deployment does not exist");
  return {
    asOfMs: nowMs(),
    deployment,
    version: rows[0]?.version ?? 0,
    versions: rows.map((row) => ({
      version: row.version,
      author: findAuthorName(row.author),
      atMs: row.createdAt.getTime(),
      chosen: parseStoredChoice(row.document).chosen,
    })),
    unlistedCount: count - rows.length,
  };
};
