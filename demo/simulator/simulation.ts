/** The whole fleet in one clock: deployments, their traces by sampling, and the targets a scraper can ask. */
import { Deployment } from "./deployment";
import type { DeploymentPlan } from "./fleet";
import { instanceNames } from "./fleet";
import { createRandom, seedFrom } from "./random";
import { requestTrace, type RequestTrace } from "./traces/request-trace";

export interface SimulationOptions {
  readonly fleet: readonly DeploymentPlan[];
  readonly seed: number;
  readonly startMs: number;
  /** Share of requests that are traced; failed ones and those of outside callers always are. */
  readonly traceSampleRatio: number;
  readonly onTrace: (trace: RequestTrace, atMs: number) => void;
}

export interface ScrapeTarget {
  readonly path: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly print: () => string;
}

const strideMs = 250;

export class Simulation {
  readonly deployments: readonly Deployment[];
  #nowMs: number;

  constructor({ fleet, seed, startMs, traceSampleRatio, onTrace }: SimulationOptions) {
    this.#nowMs = startMs;
    const sampling = createRandom(seedFrom(seed, "sampling"));
    const salt = `${seed} ${startMs}`;
    const onDone: ConstructorParameters<typeof Deployment>[1]["listener"]["onDone"] = (
      deployment,
      journey,
    ) => {
      const chosen = sampling.uniform() < traceSampleRatio;
      const isSpecial = journey.traceParent !== null || journey.request.finishReason === "error";
      if (chosen || isSpecial) onTrace(requestTrace(deployment, journey, salt), this.#nowMs);
    };
    this.deployments = fleet.map((plan) => new Deployment(plan, { seed, startMs, listener: { onDone } }));
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Lets time pass in small strides, so that arrivals, engines and seasons keep their order however long the leap is. */
  advance(toMs: number): void {
    while (this.#nowMs < toMs) {
      this.#nowMs = Math.min(toMs, this.#nowMs + strideMs);
      for (const deployment of this.deployments) deployment.advance(this.#nowMs);
    }
  }

  deployment(name: string): Deployment | undefined {
    return this.deployments.find(({ plan }) => plan.name === name);
  }

  /** Every target of every exporter, with the labels its scrape job gives it. */
  targets(): readonly ScrapeTarget[] {
    return this.deployments.flatMap((deployment) => {
      const names = instanceNames(deployment.plan);
      return deployment.instances.flatMap((instance, index): ScrapeTarget[] => {
        const name = names[index] ?? instance.name;
        const updated = (print: () => string) => (): string => {
          instance.update(this.#nowMs);
          return print();
        };
        return [
          {
            path: `/targets/${name}/vllm`,
            labels: {
              job: "vllm",
              namespace: "serving",
              pod: name,
              node: instance.host,
              instance: `${name}:8000`,
            },
            print: updated(instance.vllm.print),
          },
          {
            path: `/targets/${name}/dcgm`,
            labels: { job: "dcgm", instance: `${instance.host}:9400` },
            print: updated(instance.gpus.print),
          },
          {
            path: `/targets/${name}/node`,
            labels: { job: "node", instance: `${instance.host}:9100` },
            print: updated(instance.node.print),
          },
        ];
      });
    });
  }
}
