/**
 * Compresses large responses at a fast level. The framework compresses at a slow one: 185 ms for the 4.2 MB of a
 * trace with 50,000 spans. Brotli at its fastest level takes 20 ms for 6 % more bytes, gzip for 20 % more. This is
 * faster for the client on any network above about 7 Mbit/s. The framework does not compress a compressed response
 * again, but it drops its content-encoding header. The header is therefore sent past it under a different name.
 */
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getProcessState } from "@/lib/server/process-state";

const internalHeader = "x-answer-packed";
/** Below this size, handing the bytes to another thread costs more than it saves. */
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

const compressionState = (): { isOn: boolean } => getProcessState("packed-answers", () => ({ isOn: false }));

/** Enables compressed responses. Must be called once before the first request. */
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

/**
 * Returns the body for `request`, compressed if it is large and the client accepts it. Sets the headers accordingly.
 */
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

/** Returns Brotli or gzip if the client accepts it; null if it accepts neither. The preferences of the client are ignored. */
function acceptedEncoding(headers: Headers): ContentEncoding | null {
  const named = new Set(
    (headers.get("accept-encoding") ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.split(";").map((each) => each.trim()))
      .filter(([, weight = "q=1"]) => !/^q=0(?:\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (named.has("br")) return "br";
  return named.has("gzip") ? "gzip" : null;
}
