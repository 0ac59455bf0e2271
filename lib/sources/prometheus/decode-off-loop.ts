/**
 * Decodes large answers in one worker thread, so that the server goes on answering meanwhile. The worker's program is
 * the text of the two functions themselves: no file has to be found at run time, whichever way the server was built.
 */
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/model/app-error";
import { decodeAnswer, type DecodeRequest, type DecodeResult } from "./decode";
import { scanRange } from "./scan-samples";

/**
 * Below this the way to a worker and back costs more than it saves: the samples of 3 MB are read in 2 to 3 ms (in 35 where they
 * can be read by JSON.parse alone), and a worker has to be waited for on a busy machine.
 */
export const OFF_LOOP_FROM_BYTES = 3_000_000;
const WORKER_HEAP_MB = 768;

interface Job {
  readonly resolve: (result: DecodeResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Decoder {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  nextId: number;
}

const key = Symbol.for("ridgepoint.prometheus-decoder");
const holder = globalThis as { [key]?: Decoder | undefined };

/** As `decodeAnswer`, here or in the worker by size. A large `body` that has a buffer of its own is moved, not copied: it is empty
 * afterwards. */
export async function decode(body: Uint8Array, request: DecodeRequest): Promise<DecodeResult> {
  if (body.byteLength < OFF_LOOP_FROM_BYTES) return decodeAnswer(body, request, scanRange);
  const decoder = (holder[key] ??= startDecoder());
  const owned = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
  // A Buffer's own slice would be no copy.
  const bytes = owned ? body : new Uint8Array(body);
  return new Promise((resolve, reject) => {
    const id = decoder.nextId++;
    decoder.jobs.set(id, { resolve, reject });
    // An idle worker must not keep the process alive, a busy one must.
    decoder.worker.ref();
    decoder.worker.postMessage({ id, bytes, request }, [bytes.buffer as ArrayBuffer]);
  });
}

/** At the end of a process or test. */
export async function closeDecoder(): Promise<void> {
  const decoder = holder[key];
  holder[key] = undefined;
  await decoder?.worker.terminate();
}

// Some build tools wrap functions in a call to `__name`, which only their own output defines.
const program = `
const __name = (value) => value;
const decodeAnswer = ${decodeAnswer.toString()};
const scanRange = ${scanRange.toString()};
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, bytes, request }) => {
  const result = decodeAnswer(bytes, request, scanRange);
  const moved = result.kind === "decoded" ? [result.values.buffer, result.timesMs.buffer] : [];
  parentPort.postMessage({ id, result }, moved);
});
`;

function startDecoder(): Decoder {
  const worker = new Worker(program, {
    eval: true,
    name: "prometheus-decoder",
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    // The worker needs no loader and no flags of ours.
    execArgv: [],
  });
  const decoder: Decoder = { worker, jobs: new Map(), nextId: 0 };
  worker.unref();
  worker.on("message", ({ id, result }: { readonly id: number; readonly result: DecodeResult }) => {
    decoder.jobs.get(id)?.resolve(result);
    decoder.jobs.delete(id);
    if (decoder.jobs.size === 0) worker.unref();
  });
  const end = (cause: unknown): void => {
    if (holder[key] === decoder) holder[key] = undefined;
    for (const job of decoder.jobs.values()) {
      job.reject(new AppError("query-too-large", "the answer is too large to be read", { cause }));
    }
    decoder.jobs.clear();
  };
  worker.on("error", end);
  worker.on("exit", end);
  return decoder;
}
