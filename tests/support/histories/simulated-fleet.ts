/** Simulated engines of chosen profiles over HTTP, for a real Prometheus to scrape. */
import { createSimulatorServer } from "@/demo/simulator/http/server";
import { Simulation } from "@/demo/simulator/simulation";
import { choosePorts } from "@/demo/stack/ports";

export interface SimulatedFleet {
  /** URL of the target list for Prometheus's service discovery. */
  readonly targetsUrl: string;
  readonly targetCount: number;
  readonly stop: () => void;
}

const tickMs = 100;

export async function startSimulatedFleet(profiles: readonly string[]): Promise<SimulatedFleet> {
  const simulation = new Simulation({
    fleet: [],
    seed: 1,
    // Some requests are already finished before the first scrape.
    startMs: Date.now() - 60_000,
    traceSampleRatio: 0,
    onTrace: () => {},
  });
  const catchUp = (): void => simulation.advance(Date.now());
  for (const id of profiles) simulation.profiles.add(id, simulation.nowMs);
  const { web } = await choosePorts(["web"]);
  const scrapeAddress = `127.0.0.1:${web}`;
  const server = createSimulatorServer({ simulation, catchUp, scrapeAddress });
  await new Promise<void>((resolve) => {
    server.listen(web, "127.0.0.1", resolve);
  });
  const ticking = setInterval(catchUp, tickMs);
  return {
    targetsUrl: `http://${scrapeAddress}/scrape-targets`,
    targetCount: simulation.listTargets().length,
    stop: () => {
      clearInterval(ticking);
      server.closeAllConnections();
      server.close();
    },
  };
}
