/** Adds a file as evidence. Its format is detected before anything is stored. */
import { createHash } from "node:crypto";
import type { addEvidenceFileContract } from "@/lib/contracts/investigations/evidence-files";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { AppError } from "@/lib/model/app-error";
import { evidenceTitleRules } from "@/lib/model/investigation/investigation-limits";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { changeInvestigation } from "../change-investigation";
import { addEvidenceItem } from "../hypotheses/add-evidence-item";
import { readEvidenceItem } from "../hypotheses/evidence-row";
import { acceptedFilesText, detectFormat } from "./detect-format";

/**
 * Adds a file as evidence after its format was detected. Throws not-found, forbidden and database-unavailable. Throws
 * invalid-input for a file that cannot be evidence, an incomplete file and an unknown hypothesis. Throws conflict at
 * the limit.
 */
export const addEvidenceFile: Handler<typeof addEvidenceFileContract> = async ({
  params,
  query,
  body,
  principal,
}) => {
  const contentHash = createHash("sha256").update(body).digest("hex");
  assertComplete({ byteCount: body.byteLength, contentHash }, query);
  const detected = await detectFormat(body);
  if (!detected.ok) throw createFileRefusal(detected.error, acceptedFilesText);
  const { format, imageSize } = detected.value;
  const { fileName, title = fileName.slice(0, evidenceTitleRules.maxLength), step } = query;
  const request = { principal, number: params.number, changeName: "add-evidence-file" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const links = { steps: step === undefined ? [] : [step], hypotheses: createLinks(query) };
    const evidenceId = await addEvidenceItem(write, { kind: "file", title, text: null, links });
    await write.transaction.evidenceFile.create({
      data: {
        evidenceId,
        fileName,
        format,
        byteCount: body.byteLength,
        contentHash,
        widthPx: imageSize?.widthPx ?? null,
        heightPx: imageSize?.heightPx ?? null,
        content: new Uint8Array(body),
      },
      select: { evidenceId: true },
    });
    return readEvidenceItem(write.transaction, evidenceId);
  });
  return { asOfMs, evidence: value };
};

type FileQuery = HandlerInput<typeof addEvidenceFileContract>["query"];

function createLinks({ hypothesisId, direction, weight }: FileQuery) {
  if (hypothesisId === undefined || direction === undefined || weight === undefined) return [];
  return [{ hypothesisId, direction, weight }];
}

interface ReceivedFile {
  readonly byteCount: number;
  readonly contentHash: string;
}

/** Throws invalid-input if the size or the hash of the body differs from the sent file, because a proxy may truncate or change a body. */
function assertComplete({ byteCount, contentHash }: ReceivedFile, expected: FileQuery): void {
  if (expected.byteCount !== undefined && expected.byteCount !== byteCount)
    throw createFileRefusal(
      `The file should have ${countWithNoun(expected.byteCount, "byte")}, but the server received ${formatCount(byteCount)}.`,
      "Send the file again. If it changes while you send it, send a copy.",
    );
  if (expected.sha256 !== undefined && expected.sha256 !== contentHash)
    throw createFileRefusal(
      `The file should have the SHA-256 ${expected.sha256}, but the received file has ${contentHash}.`,
      "Send the file again. If it changes while you send it, send a copy.",
    );
}

function createFileRefusal(detail: string, next: string): AppError {
  return new AppError("invalid-input", detail, { userMessage: { title: "The file was not added", next } });
}
