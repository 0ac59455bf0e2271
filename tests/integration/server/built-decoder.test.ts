// The decoder's thread as the application's build bundles it. A server uses it only for responses over 3 MB, so a build
// without it would fail late.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeAll, expect, test } from "vitest";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { silentLog } from "@/demo/stack/log";
import type { DecodeRequest } from "@/lib/sources/prometheus/decoded-response";

let programs: readonly string[];

beforeAll(async () => {
  const chunks = join(await ensureAppBuild(silentLog), ".next", "server", "chunks");
  programs = readdirSync(chunks)
    .filter((name) => name.includes("decoder-worker") && name.endsWith(".js"))
    .map((name) => join(chunks, name));
});

test("the build contains the decoder's thread, which decodes a response", async () => {
  expect(programs.length).toBeGreaterThan(0);
  const body =
    '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"b"},"values":[[10,"1.5"]]}]}}';
  const request: DecodeRequest = {
    kind: "range",
    startMs: 10_000,
    stepMs: 1_000,
    pointCount: 2,
    maxSeries: 10,
    maxCells: 100,
  };
  for (const program of programs) {
    const worker = new Worker(program, { execArgv: [] });
    const answer = new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    worker.postMessage({ id: 1, bytes: new TextEncoder().encode(body), request }, []);
    expect(await answer).toMatchObject({
      id: 1,
      result: { kind: "decoded", labels: [{ a: "b" }], values: Float64Array.of(1.5, NaN) },
    });
    await worker.terminate();
  }
});
