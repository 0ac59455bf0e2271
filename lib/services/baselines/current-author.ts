/** The author inside the document of a baseline. A document stores the name that the author had at the capture. */
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { BaselineRow } from "./baseline-row";

/**
 * Returns the document with the present name of its author. After the person was removed, the author is “Removed
 * person”. An imported document keeps its author, because a person of another installation captured it.
 */
export function withCurrentAuthor<T extends Pick<BaselineDocument, "provenance">>(
  document: T,
  { author, request }: Pick<BaselineRow, "author" | "request">,
): T {
  if (request === null) return document;
  return { ...document, provenance: { ...document.provenance, author: findAuthorName(author) } };
}
