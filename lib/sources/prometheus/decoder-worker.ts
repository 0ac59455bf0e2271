/**
 * The program of the decoder's thread. The application's build bundles it. Elsewhere Node loads this file, which is why
 * its imports contain the file extension.
 */
import { parentPort } from "node:worker_threads";
import { decodeResponseBody } from "./decode.ts";
import type { DecodeRequest } from "./decoded-response";
import { scanRange } from "./scan-samples.ts";

interface DecoderJob {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly request: DecodeRequest;
}

parentPort?.on("message", ({ id, bytes, request }: DecoderJob) => {
  const result = decodeResponseBody(bytes, request, scanRange);
  // Frees the body without the garbage collector, which runs late in an idle thread.
  bytes.buffer.transfer(0);
  const transferred = result.kind === "decoded" ? [result.values.buffer, result.timesMs.buffer] : [];
  parentPort?.postMessage({ id, result }, transferred);
});
