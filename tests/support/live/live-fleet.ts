/**
 * The simulator's profiles in real time behind a test server. It records the true state at every scrape, and can stop
 * a target, remove metrics from it or list it twice.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatedDeployment } from "@/demo/simulator/deployment";
import type { EngineState, MachineSample } from "@/demo/simulator/exposition/exposition";
import type { Labels } from "@/demo/simulator/exposition/registry";
import type { DeploymentPlan } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import type { ScrapeTarget } from "@/demo/simulator/load/workload";
import type { RecordedMeasure, EventRecorder } from "./event-recorder";
import { recordingExpositions, recorderExpositionIds } from "./recorded-events";

/** Recorded state of one engine at a scrape. */
export interface Snapshot {
  readonly atMs: number;
  readonly counts: ReadonlyMap<RecordedMeasure, number>;
  readonly state: EngineState;
  readonly machine: MachineSample | null;
}

export interface LiveFleetPlan {
  readonly plans: readonly DeploymentPlan[];
  /** Profiles that run in addition, without recorders. */
  readonly profiles?: readonly string[];
  /** Simulated time before the first scrape. */
  readonly warmUpMs: number;
  /** By deployment: each entry lists its targets once more with these additional labels. */
  readonly copies?: Readonly<Record<string, readonly Labels[]>>;
}

export const fleetSeed = 7;
const tickMs = 100;
const strideMs = 250;

const isScraped = ({ labels }: ScrapeTarget): boolean => !recorderExpositionIds.has(labels["job"] ?? "");

export class LiveFleet {
  readonly simulation: Simulation;
  readonly startMs: number;
  readonly recorders = new Map<string, EventRecorder>();
  /** By target path and pod, in order of time. */
  readonly snapshots = new Map<string, Map<string, Snapshot[]>>();
  /** Paths that answer 503. */
  readonly stopped = new Set<string>();
  /** Lines that match are not printed. */
  hiddenLines: RegExp | null = null;
  readonly #scrapes = new Map<string, number>();
  readonly #copies: Readonly<Record<string, readonly Labels[]>>;
  readonly #server: Server;
  readonly #ticking: ReturnType<typeof setInterval>;

  constructor({ plans, profiles = [], warmUpMs, copies = {} }: LiveFleetPlan) {
    const startMs = Date.now() - warmUpMs;
    this.startMs = startMs;
    const listeners = recordingExpositions(this.recorders);
    this.#copies = copies;
    this.simulation = new Simulation({
      fleet: plans.map((plan) => ({ ...plan, expositions: [...plan.expositions, ...listeners] })),
      seed: fleetSeed,
      startMs,
      traceSampleRatio: 0,
      onTrace: () => {},
    });
    for (const id of profiles) this.simulation.profiles.add(id, startMs);
    this.#server = createServer((request, response) => {
      const body = this.#answer(request.url ?? "/");
      response.writeHead(body === null ? 503 : 200, {
        "content-type": request.url === "/scrape-targets" ? "application/json" : "text/plain; version=0.0.4",
      });
      response.end(body ?? "");
    });
    this.#ticking = setInterval(() => this.#catchUp(), tickMs);
  }

  async listen(): Promise<void> {
    // In steps, so that exporters get many samples instead of one for the full warm-up.
    while (this.simulation.nowMs < Date.now() - strideMs) {
      this.simulation.advance(this.simulation.nowMs + strideMs);
      this.simulation.emitMachineSamples();
    }
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the scrape targets without the recorders. */
  targets(): readonly ScrapeTarget[] {
    return this.simulation.listTargets().filter(isScraped);
  }

  /** Returns the scrape path of the target with these labels. Throws when there is none. */
  pathOf({ job, instance }: Readonly<Record<string, string>>): string {
    const found = this.targets().find(
      ({ labels }) => labels["job"] === job && labels["instance"] === instance,
    );
    if (found === undefined) throw new Error(`there is no target ${job ?? ""} ${instance ?? ""}`);
    return found.path;
  }

  /** Returns the number of scrapes of the least scraped target. */
  scrapesOfEach(): number {
    return Math.min(...this.targets().map(({ path }) => this.#scrapes.get(path) ?? 0));
  }

  close(): void {
    clearInterval(this.#ticking);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #catchUp(): void {
    this.simulation.advance(Date.now());
  }

  #answer(path: string): string | null {
    this.#catchUp();
    if (path === "/scrape-targets") return JSON.stringify(this.#listed());
    const target = this.targets().find((one) => one.path === path);
    if (target === undefined || this.stopped.has(path)) return null;
    const text = target.printMetrics(this.simulation.nowMs);
    this.#scrapes.set(path, (this.#scrapes.get(path) ?? 0) + 1);
    this.#recordSnapshots(path);
    const { hiddenLines } = this;
    if (hiddenLines === null) return text;
    return text
      .split("\n")
      .filter((line) => !hiddenLines.test(line))
      .join("\n");
  }

  #listed() {
    return this.simulation.workloads.flatMap((workload) =>
      (this.#copies[workload.name] ?? [{}]).flatMap((copy) =>
        workload
          .listTargets()
          .filter(isScraped)
          .map(({ labels, path }) => ({
            targets: [this.address],
            labels: { ...labels, ...copy, __metrics_path__: path },
          })),
      ),
    );
  }

  #recordSnapshots(path: string): void {
    const snapshots = this.snapshots.get(path) ?? new Map<string, Snapshot[]>();
    this.snapshots.set(path, snapshots);
    for (const instance of this.#instancesOf(path)) {
      const recorder = this.recorders.get(instance.name);
      if (recorder === undefined) continue;
      const { engineState } = instance;
      const snapshot = {
        atMs: Date.now(),
        counts: recorder.counts(),
        state: engineState,
        machine: recorder.machine,
      };
      const before = snapshots.get(instance.name);
      if (before === undefined) snapshots.set(instance.name, [snapshot]);
      else before.push(snapshot);
    }
  }

  /** Returns all engines of a deployment for its shared exporters, else the engine of the pod. */
  #instancesOf(path: string): SimulatedDeployment["instances"] {
    const [, , pod, id] = path.split("/");
    const owner = this.simulation.deployments.find((one) =>
      one.listTargets().some((target) => target.path === path),
    );
    if (owner === undefined) return [];
    const isBefore = owner.plan.expositions.some((one) => one.scope === "deployment" && one.id === id);
    return owner.instances.filter(({ name }) => isBefore || name === pod);
  }
}
