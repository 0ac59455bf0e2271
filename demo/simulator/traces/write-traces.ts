/**
 * Simulates a past range of the fleet and sends its sampled traces, so that a store that was empty at the start of the
 * demo contains the time before. Prints one line per tenth of the range. Exits with 1 when the collector refuses
 * traces.
 *
 * Options: `--from` and `--to` in epoch milliseconds (half-open), `--otlp-url`, `--seed`, `--trace-sample-ratio`.
 * `--scenario-start` is the demo's first start (default: no scenario). `--fault=<deployment>:<fault>` sets a fault at
 * its default strength from `--faults-from` on.
 */
import { setPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fleet } from "../fleet";
import { Simulation } from "../simulation";
import { TraceSender } from "./sender";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    to: { type: "string" },
    "otlp-url": { type: "string" },
    seed: { type: "string", default: "1" },
    "trace-sample-ratio": { type: "string", default: "0.2" },
    "scenario-start": { type: "string" },
    fault: { type: "string", multiple: true, default: [] },
    "faults-from": { type: "string" },
  },
});

function fail(problem: string, fix: string): never {
  console.error(`error: ${problem}\nfix: ${fix}`);
  process.exit(64);
}

const fromMs = Number(values.from ?? fail("--from is required", "add --from=<epoch ms>"));
const toMs = Number(values.to ?? fail("--to is required", "add --to=<epoch ms>"));
const otlpUrl =
  values["otlp-url"] ?? fail("--otlp-url is required", "add --otlp-url=<address of the collector>");
if (!(toMs > fromMs)) fail("--to must be after --from", "write both in epoch milliseconds");
const faultsFromMs = Number(values["faults-from"] ?? fromMs);

/** Before the first trace, so that batches and queues have their usual size. */
const warmUpMs = 120_000;
const strideMs = 10_000;
const niceness = 10;

// The live fleet and the application run at the same time.
setPriority(niceness);

const sender = new TraceSender(otlpUrl);
const simulation = new Simulation({
  fleet,
  // Requests differ from those of the live fleet.
  seed: Number(values.seed) + 1,
  startMs: fromMs - warmUpMs,
  scenarioStartMs: values["scenario-start"] === undefined ? null : Number(values["scenario-start"]),
  traceSampleRatio: Number(values["trace-sample-ratio"]),
  onTrace: (trace, atMs) => {
    if (atMs >= fromMs && atMs < toMs) sender.add(trace, atMs);
  },
});

let printedTenths = 0;

/** Prints each tenth of the range once, as a percentage. */
function printProgress(atMs: number): void {
  const tenths = Math.floor((10 * (atMs - fromMs)) / (toMs - fromMs));
  if (tenths <= printedTenths) return;
  printedTenths = tenths;
  console.log(`${tenths * 10}`);
}

/** Simulates up to a time and sends the traces. */
async function simulateUntil(untilMs: number): Promise<void> {
  while (simulation.nowMs < untilMs) {
    simulation.advance(Math.min(untilMs, simulation.nowMs + strideMs));
    await sender.flush(simulation.nowMs);
    if (sender.pendingCount > 0) {
      console.error(`error: ${otlpUrl} does not accept traces`);
      process.exit(1);
    }
    await nextTurn();
    printProgress(simulation.nowMs);
  }
}

await simulateUntil(Math.min(toMs, faultsFromMs));
for (const [name = "", id = ""] of values.fault.map((named) => named.split(":")))
  simulation.findWorkload(name)?.setFault(id, undefined, simulation.nowMs);
await simulateUntil(toMs);
