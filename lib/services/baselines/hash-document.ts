/** Content hash of a baseline, which proves that a document was not changed. */
import { createHash } from "node:crypto";
import { toCanonicalJson } from "@/lib/base/canonical-json";

/** Returns the SHA-256 of the document's canonical JSON. */
export function hashDocument(document: unknown): string {
  return createHash("sha256").update(toCanonicalJson(document)).digest("hex");
}
