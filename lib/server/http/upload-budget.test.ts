import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { countUploadBytes, startUpload, type RequestUpload, type UploadLimits } from "./upload-budget";

const rules: UploadLimits = { maxTotalBytes: 100, stallTimeoutMs: 20, maxDurationMs: 60_000 };
const open: RequestUpload[] = [];

beforeEach(() => deleteProcessState("upload-bytes"));
afterEach(() => {
  for (const upload of open.splice(0)) upload.release();
});

function start(): RequestUpload {
  const upload = startUpload(rules);
  open.push(upload);
  return upload;
}

/** A body that sends `bytes` and then nothing, unless it ends. */
function body(
  bytes: number,
  ends: boolean,
): { stream: ReadableStream<Uint8Array>; isCancelled: () => boolean } {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(bytes));
      if (ends) controller.close();
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { stream, isCancelled: () => isCancelled };
}

const anySize = (): void => undefined;

test("counts the bytes of all bodies together until they are released", async () => {
  const first = start();
  expect(await first.readBody(body(60, true).stream, anySize)).toHaveLength(60);
  expect(countUploadBytes()).toBe(60);
  const second = body(60, true);
  await expect(start().readBody(second.stream, anySize)).rejects.toMatchObject({
    code: "rate-limited",
    retryAfterMs: 5_000,
  });
  expect(countUploadBytes()).toBe(60);
  first.release();
  expect(countUploadBytes()).toBe(0);
  expect(await start().readBody(body(60, true).stream, anySize)).toHaveLength(60);
});

test("refuses a declared size that does not fit before anything is read", async () => {
  await start().readBody(body(60, true).stream, anySize);
  expect(() => start().assertFits(60)).toThrow("other uploads use all memory");
});

test("thirty stalled bodies time out, are cancelled, and release their bytes", async () => {
  const bodies = Array.from({ length: 30 }, () => body(3, false));
  const results = await Promise.allSettled(
    bodies.map(async ({ stream }) => {
      const upload = start();
      try {
        return await upload.readBody(stream, anySize);
      } finally {
        upload.release();
      }
    }),
  );
  for (const result of results)
    expect(result).toMatchObject({ status: "rejected", reason: { code: "timeout" } });
  expect(bodies.every(({ isCancelled }) => isCancelled())).toBe(true);
  expect(countUploadBytes()).toBe(0);
});

test("a client that disconnects during the body is not an error of the server", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(10));
    },
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  await expect(start().readBody(stream, anySize)).rejects.toMatchObject({ name: "AbortError" });
});
