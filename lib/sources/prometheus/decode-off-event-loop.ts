/** Decodes large responses in one worker thread, so that the server stays responsive. */
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/model/app-error";
import { decodeResponseBody } from "./decode";
import type { DecodeRequest, DecodeResult } from "./decoded-response";
import { scanRange } from "./scan-samples";

/**
 * Smallest body, in bytes, that a worker decodes. Below this size, transfer to a worker costs more than it saves: 3
 * MB of samples are decoded in 2 to 3 ms (35 ms with JSON.parse only), and on a busy machine the worker may have to
 * be waited for.
 */
export const minWorkerBodyBytes = 3_000_000;
const WORKER_HEAP_MB = 512;
/**
 * Size in bytes above which a body ends the worker as soon as the worker has no more work: an idle thread would retain
 * memory of several times this size.
 */
const largeBodyBytes = 16 * 1024 * 1024;

interface Job {
  readonly resolve: (result: DecodeResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Decoder {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  nextId: number;
  endsWhenIdle: boolean;
}

const key = Symbol.for("ridgepoint.prometheus-decoder");
const holder = globalThis as { [key]?: Decoder | undefined };

/**
 * Decodes like `decodeResponseBody`, in a worker thread if the body is large. A large `body` with a dedicated
 * buffer is transferred, not copied, and is empty afterwards.
 */
export async function decodeOffEventLoop(body: Uint8Array, request: DecodeRequest): Promise<DecodeResult> {
  if (body.byteLength < minWorkerBodyBytes) return decodeResponseBody(body, request, scanRange);
  const decoder = (holder[key] ??= startDecoder());
  const owned = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
  // `Buffer.slice` would not copy.
  const bytes = owned ? body : new Uint8Array(body);
  decoder.endsWhenIdle ||= bytes.byteLength > largeBodyBytes;
  return new Promise((resolve, reject) => {
    const id = decoder.nextId++;
    decoder.jobs.set(id, { resolve, reject });
    // A busy worker keeps the process alive, an idle one must not.
    decoder.worker.ref();
    decoder.worker.postMessage({ id, bytes, request }, [bytes.buffer as ArrayBuffer]);
  });
}

/** Closes the decoder at the end of a process or test. */
export async function closeDecoderWorker(): Promise<void> {
  const decoder = holder[key];
  holder[key] = undefined;
  await decoder?.worker.terminate();
}

function startDecoder(): Decoder {
  const worker = new Worker(new URL("./decoder-worker.ts", import.meta.url), {
    name: "prometheus-decoder",
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    // The worker needs neither a loader nor flags.
    execArgv: [],
  });
  const decoder: Decoder = { worker, jobs: new Map(), nextId: 0, endsWhenIdle: false };
  worker.unref();
  worker.on("message", ({ id, result }: { readonly id: number; readonly result: DecodeResult }) => {
    decoder.jobs.get(id)?.resolve(result);
    decoder.jobs.delete(id);
    if (decoder.jobs.size > 0) return;
    worker.unref();
    if (!decoder.endsWhenIdle) return;
    if (holder[key] === decoder) holder[key] = undefined;
    void worker.terminate();
  });
  const end = (cause: unknown): void => {
    if (holder[key] === decoder) holder[key] = undefined;
    for (const job of decoder.jobs.values()) {
      job.reject(new AppError("query-too-large", "the response is too large to decode", { cause }));
    }
    decoder.jobs.clear();
  };
  worker.on("error", end);
  worker.on("exit", end);
  return decoder;
}
