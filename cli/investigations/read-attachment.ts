/** Reads a file that the command `investigations attach` sends. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { fail, succeed, type Result } from "@/lib/base/result";
import { formatExactFileSize } from "@/lib/format/file-size";
import { maxEvidenceFileBytes } from "@/lib/model/investigation/evidence-file";

interface Attachment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
  readonly sha256: string;
}

/** Returns the file, or why it cannot be sent. A file that is too large is not read. */
export async function readAttachment(path: string): Promise<Result<Attachment, string>> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail(`${path} is not a file`);
    if (found.size === 0) return fail(`${path} is empty`);
    if (found.size > maxEvidenceFileBytes)
      return fail(
        `${path} has ${formatExactFileSize(found.size)}, and evidence has at most ${formatExactFileSize(maxEvidenceFileBytes)}`,
      );
    const bytes = new Uint8Array(await readFile(path));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return succeed({ bytes, fileName: basename(path), sha256 });
  } catch (error) {
    if (error instanceof Error && "code" in error) return fail(describeReadError(path, String(error.code)));
    throw error;
  }
}

function describeReadError(path: string, code: string): string {
  if (code === "ENOENT") return `there is no file ${path}`;
  return code === "EACCES" ? `${path} cannot be read: permission denied` : `${path} cannot be read: ${code}`;
}
