/** Sends a file of a person. Its content is untrusted, so a browser downloads it and never renders it as a page. */
import { compressBody } from "./compressed-response";
import { fileContentSecurityPolicy } from "./security-headers";

/** File that an endpoint returns. */
export interface ResponseFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
}

interface FileResponseOptions {
  readonly request: Request;
  /** Headers of every response. */
  readonly headers: Headers;
}

/** Images are compressed already. */
const compressibleType = /^(?:text\/|application\/json)/;

/** Creates the response with a file to download, compressed if its type allows. */
export async function createFileResponse(
  { bytes, contentType, fileName }: ResponseFile,
  { request, headers }: FileResponseOptions,
): Promise<Response> {
  headers.set("content-type", contentType);
  headers.set("content-disposition", createContentDisposition(fileName));
  headers.set("content-security-policy", fileContentSecurityPolicy);
  const content = new Uint8Array(bytes);
  const body = compressibleType.test(contentType) ? await compressBody(content, request, headers) : content;
  return new Response(body, { headers });
}

/**
 * Returns a Content-Disposition header with the file name in UTF-8, and in ASCII for old clients (RFC 6266).
 */
export function createContentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
