/**
 * Process of the demo fleet: simulates in real time, exposes metrics, sends traces, and accepts requests and faults.
 */
import { parseArgs } from "node:util";
import { fleet } from "./fleet";
import { startSimulationPace } from "./http/simulation-pace";
import { createSimulatorServer } from "./http/server";
import { profiles } from "./profiles/profiles";
import { Simulation } from "./simulation";
import { TraceSender } from "./traces/sender";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "9500" },
    host: { type: "string", default: "127.0.0.1" },
    "otlp-url": { type: "string" },
    seed: { type: "string", default: "1" },
    "trace-sample-ratio": { type: "string", default: "0.2" },
    fault: { type: "string", multiple: true, default: [] },
    profile: { type: "string", multiple: true, default: [] },
    // Runs only the profiles.
    "no-fleet": { type: "boolean", default: false },
    // First start of the demo in epoch milliseconds, the origin of the scenario. No scenario if absent.
    "scenario-start": { type: "string" },
    "warm-up-seconds": { type: "string", default: "120" },
  },
});

const flushMs = 1_000;

const sender = values["otlp-url"] === undefined ? null : new TraceSender(values["otlp-url"]);
// Warm-up before the first scrape, so that batches and queues have their usual size.
const startMs = Date.now() - Number(values["warm-up-seconds"]) * 1000;
const simulation = new Simulation({
  fleet: values["no-fleet"] ? [] : fleet,
  seed: Number(values.seed),
  startMs,
  scenarioStartMs: values["scenario-start"] === undefined ? null : Number(values["scenario-start"]),
  traceSampleRatio: Number(values["trace-sample-ratio"]),
  onTrace: (trace, atMs) => sender?.add(trace, atMs),
});

const { workloads: fleetWorkloads } = simulation;
for (const id of values.profile) {
  if (simulation.profiles.add(id, startMs)) continue;
  const known = profiles.map((one) => one.id).join(", ");
  console.error(`error: there is no profile ${id}\nfix: choose from ${known}`);
  process.exit(1);
}

for (const named of values.fault) {
  const [name = "", id = ""] = named.split(":");
  const answer = simulation.findWorkload(name)?.setFault(id, undefined, startMs);
  if (answer?.kind === "set") continue;
  const reason = answer?.kind === "refused" ? answer.reason : `${named} is not <deployment>:<fault>`;
  console.error(`error: ${reason}\nfix: choose a deployment and a fault from GET /faults`);
  process.exit(1);
}

const catchUp = (): void => simulation.advance(Date.now());
catchUp();
// Batches and queues are full now. Counters start with the process, like those of a real engine.
const restartFleet = (): void => {
  for (const workload of fleetWorkloads) workload.resetCounters();
};
restartFleet();
const pace = startSimulationPace(catchUp);
const server = createSimulatorServer({
  simulation,
  catchUp,
  pace,
  scrapeAddress: `127.0.0.1:${values.port}`,
  // Counters also restart when a scraper first discovers the fleet. Otherwise traffic between the history's end and
  // now would count twice and appear as a spike.
  onFirstDiscovery: restartFleet,
});
server.listen(Number(values.port), values.host, () =>
  console.log(`the fleet is serving on http://${values.host}:${values.port}`),
);

const flushing = setInterval(() => void sender?.flush(Date.now()), flushMs);
const updating = setInterval(() => simulation.emitMachineSamples(), 1_000);

function stop(): void {
  pace.stop();
  for (const timer of [flushing, updating]) clearInterval(timer);
  server.closeAllConnections();
  server.close(() => process.exit(0));
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
