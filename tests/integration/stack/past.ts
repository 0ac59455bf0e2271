// Writes a part of that fleet's history: one counter that grows by one per second. Usage: as
// demo/simulator/write-history.ts
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const text = { type: "string", default: "0" } as const;
const { values } = parseArgs({
  options: {
    from: text,
    to: text,
    "spacing-ms": text,
    seed: text,
    "counters-from": text,
    "scenario-start": text,
    fault: { type: "string", multiple: true },
    "faults-from": text,
    out: text,
  },
});

let samples = "# TYPE stack_test counter\n";
for (let atMs = Number(values.from); atMs < Number(values.to); atMs += Number(values["spacing-ms"])) {
  samples += `stack_test_total{job="vllm",instance="chat-0"} ${atMs / 1000 - 1.7e9} ${atMs / 1000}\n`;
}
writeFileSync(values.out, `${samples}# EOF\n`);
