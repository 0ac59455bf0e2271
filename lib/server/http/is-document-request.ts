/** Distinguishes requests that load a document from navigation inside the application. */
import type { ReadableHeaders } from "./request-guard";

/**
 * Returns whether a page is requested as a document. Navigation inside the application requests only the data of a
 * page, because the browser already has the scripts. Browsers omit Sec-Fetch-Dest over plain HTTP.
 */
export function isDocumentRequest(headers: ReadableHeaders): boolean {
  const destination = headers.get("sec-fetch-dest");
  if (destination !== null) return destination === "document";
  return headers.get("accept")?.includes("text/html") === true;
}
