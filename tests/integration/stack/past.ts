// Writes segments of that fleet's history: one counter that grows by one per second. Older days wait while the file
// `hold-older` exists next to the data folder. Usage: as demo/simulator/write-history.ts
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeBlock } from "@/demo/simulator/tsdb/block";

const text = { type: "string", default: "0" } as const;
const { values } = parseArgs({
  options: {
    segment: { type: "string", multiple: true, default: [] },
    seed: text,
    "counters-from": text,
    "scenario-start": text,
    fault: { type: "string", multiple: true },
    "faults-from": text,
    out: text,
  },
});

for (const segment of values.segment) {
  const [fromMs = 0, toMs = 0, spacingMs = 1] = segment.split(/[-/]/).map(Number);
  if (spacingMs === 120_000) while (existsSync(join(values.out, "../../hold-older"))) await sleep(20);
  const timesMs = Array.from(
    { length: (toMs - fromMs) / spacingMs },
    (_, index) => fromMs + index * spacingMs,
  );
  const labels = { __name__: "stack_test_total", job: "vllm", instance: "chat-0" };
  const samples = Float64Array.from(timesMs, (atMs) => atMs / 1000 - 1.7e9);
  process.stdout.write(`${writeBlock(values.out, timesMs, [{ labels, values: samples }])}\n`);
}
