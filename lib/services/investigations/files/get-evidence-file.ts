/** Returns the content of a file of an investigation. */
import type { evidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import { AppError } from "@/lib/model/app-error";
import { fileFormatProperties, fileFormats } from "@/lib/model/investigation/evidence-file";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";

/**
 * Returns the content of a file. Throws not-found for an unknown or removed file and for evidence of another kind, and
 * database-unavailable.
 */
export const getEvidenceFile: Handler<typeof evidenceFileContract> = async ({ params, principal }) => {
  const item = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return database.evidenceItem.findUnique({
      where: { id: params.evidenceId, investigationId },
      select: { file: { select: { fileName: true, format: true, content: true } } },
    });
  });
  const file = item?.file ?? null;
  if (file === null) throw new AppError("not-found", "this file does not exist");
  const format = fileFormats.find((one) => one === file.format) ?? "text";
  return {
    bytes: file.content,
    contentType: fileFormatProperties[format].contentType,
    fileName: file.fileName,
  };
};
