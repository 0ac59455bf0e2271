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

const passingName = "x-answer-packed";
/** Below this a way to another thread and back costs more than it saves. */
const leastBytes = 256_000;

type Packing = "br" | "gzip";

const pack: { readonly [P in Packing]: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> } = {
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

const watch = (): { isOn: boolean } => processMemory("packed-answers", () => ({ isOn: false }));

/** Call once, before the first request: until then no answer is packed here. */
export function watchPackedAnswers(): void {
  if (watch().isOn) return;
  watch().isOn = true;
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { readonly response: ServerResponse };
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) => setHeader(name === passingName ? "content-encoding" : name, value);
  });
}

/** The body that answers `request`, packed where it is large and the caller can unpack it; `headers` say how. */
export async function packedBody(
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  headers: Headers,
): Promise<Uint8Array<ArrayBuffer>> {
  const packing = bytes.byteLength < leastBytes || !watch().isOn ? null : packingFor(request.headers);
  if (packing === null) return bytes;
  headers.set(passingName, packing);
  headers.set("vary", "Accept-Encoding");
  return pack[packing](bytes);
}

/** By what the caller names and does not refuse; a preference between the two is not asked for. */
function packingFor(headers: Headers): Packing | null {
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
