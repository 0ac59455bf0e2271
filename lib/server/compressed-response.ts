/**
 * Large answers are packed here, quickly. The web framework packs by itself and thoroughly: the 4.2 MB of a drawn trace of
 * 50,000 spans take it 185 ms, for which the reader waits; Brotli's quickest takes 20 ms for 6 % more bytes, gzip's for 20 % more,
 * which is the faster way over every network above some 7 Mbit/s. An answer that is packed already the framework leaves alone,
 * but it drops the header that says so, which therefore goes past it under another name.
 */
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { processMemory } from "./memory";

const internalHeader = "x-answer-packed";
/** Below this a way to another thread and back costs more than it saves. */
const minBytes = 256_000;

type ContentEncoding = "br" | "gzip";

const compressors: {
  readonly [P in ContentEncoding]: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
} = {
  br: async (bytes) =>
    new Uint8Array(
      await promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 1,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }),
    ),
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 1 })),
};

const compressionState = (): { isOn: boolean } => processMemory("packed-answers", () => ({ isOn: false }));

/** Call once, before the first request: until then no answer is packed here. */
export function enableCompression(): void {
  if (compressionState().isOn) return;
  compressionState().isOn = true;
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { readonly response: ServerResponse };
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(name === internalHeader ? "content-encoding" : name, value);
  });
}

/** The body that answers `request`, packed where it is large and the caller can unpack it; `headers` say how. */
export async function compressBody(
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  headers: Headers,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding =
    bytes.byteLength < minBytes || !compressionState().isOn ? null : acceptedEncoding(request.headers);
  if (encoding === null) return bytes;
  headers.set(internalHeader, encoding);
  headers.set("vary", "Accept-Encoding");
  return compressors[encoding](bytes);
}

/** By what the caller names and does not refuse; a preference between the two is not asked for. */
function acceptedEncoding(headers: Headers): ContentEncoding | null {
  const named = new Set(
    (headers.get("accept-encoding") ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight = "q=1"]) => !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (named.has("br")) return "br";
  return named.has("gzip") ? "gzip" : null;
}
