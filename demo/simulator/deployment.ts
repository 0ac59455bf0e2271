/**
 * One simulated deployment: arrivals, the path through gateway, network, feature store and tokenizer to an instance's
 * engine, and the path back. `advance(toMs)` drives it. All randomness is from the deployment's seeded streams.
 */
import { Arrivals } from "./load/arrivals";
import { detokenizeSecondsPerToken, requestCpuSeconds, tokenizeSecondsPerToken } from "./cost";
import { createRequest, type Request } from "./engine/request";
import type { Exporter } from "./exposition/exposition";
import { combineFaults, healthyConditions, type MachineConditions } from "./faults/faults";
import { FaultSet, type FaultResult } from "./faults/fault-set";
import { listInstanceNames, type DeploymentPlan } from "./fleet";
import { engineFacts, Instance } from "./instance";
import { createRandom, seedFrom, type Random } from "./random";
import { scenarioStateAt, type ScenarioState } from "./scenario";
import { deploymentTargets } from "./targets";
import type { ScrapeTarget, Workload } from "./load/workload";

/** Times of a request before and after the engine, from which its trace is built. Epoch milliseconds. */
export interface RoutedRequest {
  readonly id: string;
  readonly traceParent: string | null;
  readonly gatewayMs: number;
  readonly admittedMs: number;
  readonly reachedHostMs: number;
  readonly featureLookup: { readonly startMs: number; readonly endMs: number } | null;
  /** Known from the request's arrival. Moves when a fault changes the tokenizer's speed. */
  tokenizing: { readonly startMs: number; readonly endMs: number };
  readonly instance: Instance;
  readonly request: Request;
  readonly returnSeconds: number;
}

export interface IncomingRequest {
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly traceParent?: string;
  readonly onToken?: (request: Request, atMs: number) => void;
  readonly onEnd?: (request: Request) => void;
}

interface PendingEvent {
  atMs: number;
  readonly run: (atMs: number) => void;
  /** Present for the end of tokenization, which moves when the tokenizer's speed changes. */
  readonly journey?: RoutedRequest;
}

export interface DeploymentListener {
  readonly onRequestDone: (deployment: Deployment, journey: RoutedRequest) => void;
}

const scenarioEveryMs = 60_000;
const bytesPerToken = 4.2;
const linkBytesPerSecond = 1.25e9;
const gatewaySeconds = 0.0025;
const resendSeconds = 0.2;
/** CPU time of one core to read one byte of a request. */
const readSecondsPerByte = 4e-9;
/** Time that clients wait for the first token: half of them give up before the median. */
const patienceSeconds = { median: 6, sigma: 0.35 };

export class Deployment implements Workload {
  readonly plan: DeploymentPlan;
  readonly instances: readonly Instance[];
  /** Exporters of the complete deployment, such as gateways, in the order of the plan. */
  readonly exporters: readonly Exporter[];
  readonly arrivals: Arrivals;
  readonly #faults: FaultSet;
  readonly #random: Random;
  readonly #listener: DeploymentListener;
  readonly #scenarioStartMs: number | null;
  /** Conditions by instance. An instance without an entry is healthy. */
  #conditions: ReadonlyMap<Instance, MachineConditions> = new Map();
  #pending: PendingEvent[] = [];
  #scenarioUpdatedMs = 0;
  #count = 0;
  #turn = 0;

  constructor(
    plan: DeploymentPlan,
    options: {
      readonly seed: number;
      readonly startMs: number;
      /** First start of the demo, the origin of its scenario. Null or absent disables the scenario. */
      readonly scenarioStartMs?: number | null;
      readonly listener: DeploymentListener;
    },
  ) {
    this.plan = plan;
    this.#faults = new FaultSet({
      name: plan.name,
      hasFeatureStore: plan.featureStore !== null,
      instances: listInstanceNames(plan),
    });
    this.#listener = options.listener;
    this.#scenarioStartMs = options.scenarioStartMs ?? null;
    this.#random = createRandom(seedFrom(options.seed, `${plan.name} way`));
    const { seed, startMs } = options;
    const loadRatioAt = (atMs: number): number => this.#scenarioAt(atMs).loadRatio;
    this.arrivals = new Arrivals(plan, { seed, startMs, loadRatioAt });
    const engines = Array.from({ length: plan.instanceCount }, (_, index) => engineFacts(plan, index));
    this.exporters = plan.expositions
      .filter(({ scope }) => scope === "deployment")
      .map(({ create }) =>
        create({
          deployment: plan.name,
          modelName: plan.model.servedName,
          engine: engineFacts(plan, 0),
          engines,
          startMs,
        }),
      );
    this.instances = engines.map(
      (_, index) => new Instance(plan, { exporters: this.exporters, index }, startMs),
    );
  }

  get name(): string {
    return this.plan.name;
  }

  get activeFaults(): Workload["activeFaults"] {
    return this.#faults.active;
  }

  setFault(id: string, strength: number | undefined, atMs: number, instance?: string): FaultResult {
    const answer = this.#faults.set({ id, strength, instance }, atMs);
    if (answer.kind === "set") this.#applyConditions(atMs);
    return answer;
  }

  clearFault(id: string, atMs: number): boolean {
    const was = this.#faults.clear(id);
    this.#applyConditions(atMs);
    return was;
  }

  /** Advances the simulation: requests arrive, engines run steps, responses leave. */
  advance(toMs: number): void {
    if (toMs - this.#scenarioUpdatedMs >= scenarioEveryMs) {
      this.#scenarioUpdatedMs = toMs;
      this.#applyConditions(toMs);
    }
    for (;;) {
      const arrival = this.arrivals.take(toMs);
      if (arrival === undefined) break;
      this.order(arrival.atMs, arrival);
    }
    this.#runDue(toMs);
    for (const instance of this.instances) instance.advance(toMs);
  }

  update(nowMs: number): void {
    for (const instance of this.instances) instance.update(nowMs);
  }

  restart(): void {
    for (const exporter of this.exporters) exporter.restart();
    for (const instance of this.instances) for (const exporter of instance.exporters) exporter.restart();
  }

  targets(): readonly ScrapeTarget[] {
    return deploymentTargets(this);
  }

  /** Accepts a request at the gateway. Its path to the engine is known immediately; its time in the engine is not. */
  order(atMs: number, order: IncomingRequest): RoutedRequest {
    const instance = this.#chooseInstance();
    const conditions = this.#conditionsAt(instance);
    this.#count += 1;
    const id = `${this.plan.name}-${this.#count}`;
    const admittedMs = atMs + gatewaySeconds * 1000;
    const requestBytes = order.promptTokens * bytesPerToken * conditions.payloadRatio;
    const atHostMs = admittedMs + this.#networkSeconds(requestBytes, conditions) * 1000;
    const features = this.#retrieveFeatures(atHostMs, conditions);
    const arrivalMs = features?.endMs ?? atHostMs;
    const reusableTokens =
      this.plan.traffic.prefixHitRatio * order.promptTokens * (0.4 + 1.2 * this.#random.uniform());
    const isSimulated = order.onEnd === undefined;
    const plannedFinishReason = isSimulated && this.#random.uniform() < 0.9 ? "stop" : "length";
    const patientUntilMs = isSimulated
      ? arrivalMs + 1000 * this.#random.lognormal(patienceSeconds.median, patienceSeconds.sigma)
      : Number.POSITIVE_INFINITY;
    const returnSeconds =
      this.#networkSeconds(bytesPerToken * conditions.payloadRatio, conditions) + detokenizeSecondsPerToken;
    const request = createRequest({
      id,
      gateway: { gatewayMs: atMs, admittedMs, returnSeconds },
      arrivalMs,
      promptTokens: order.promptTokens,
      cachedTokens: Math.min(order.promptTokens - 1, Math.floor(reusableTokens / 16) * 16),
      outputTokens: order.outputTokens,
      plannedFinishReason,
      abandonAtMs: patientUntilMs,
      onEnd: (ended) => {
        instance.countSent(ended, ended.generatedTokens * bytesPerToken * conditions.payloadRatio);
        this.#listener.onRequestDone(this, journey);
        order.onEnd?.(ended);
      },
      ...(order.onToken === undefined ? {} : { onToken: order.onToken }),
    });
    const journey: RoutedRequest = {
      id,
      traceParent: order.traceParent ?? null,
      gatewayMs: atMs,
      admittedMs,
      reachedHostMs: atHostMs,
      featureLookup: features,
      tokenizing: { startMs: arrivalMs, endMs: arrivalMs },
      instance,
      request,
      returnSeconds,
    };
    instance.countReceived(requestBytes);
    instance.notifyDeploymentExporters(request, features);
    this.#pending.push({ atMs: arrivalMs, run: () => this.#arrive(journey, requestBytes) });
    return journey;
  }

  /**
   * Starts tokenization on the engine's host. Cores are assigned in order of arrival at the host, because
   * feature-store lookups reorder requests.
   */
  #arrive(journey: RoutedRequest, requestBytes: number): void {
    const { instance, request } = journey;
    instance.arrive(request);
    const cpuSeconds =
      requestCpuSeconds +
      request.promptTokens * tokenizeSecondsPerToken * this.#conditionsAt(instance).tokenizerSlowdown +
      requestBytes * readSecondsPerByte;
    journey.tokenizing = instance.cpu.run(request.arrivalMs, cpuSeconds);
    this.#pending.push({
      atMs: journey.tokenizing.endMs,
      journey,
      run: (tokenizedMs) => instance.submit(request, tokenizedMs),
    });
  }

  /** Runs all pending events up to `toMs` in order of time, including those that they schedule. */
  #runDue(toMs: number): void {
    for (;;) {
      const [first, ...rest] = this.#pending;
      if (first === undefined) return;
      const next = rest.reduce((earliest, one) => (one.atMs < earliest.atMs ? one : earliest), first);
      if (next.atMs > toMs) return;
      this.#pending.splice(this.#pending.indexOf(next), 1);
      next.run(next.atMs);
    }
  }

  #retrieveFeatures(
    atMs: number,
    { featureStoreSlowdown }: MachineConditions,
  ): RoutedRequest["featureLookup"] {
    const store = this.plan.featureStore;
    if (store === null) return null;
    const seconds = this.#random.lognormal(store.medianSeconds, store.sigma) * featureStoreSlowdown;
    return { startMs: atMs, endMs: atMs + seconds * 1000 };
  }

  #networkSeconds(bytes: number, { networkDelaySeconds, networkLossRatio }: MachineConditions): number {
    const isLost = this.#random.uniform() < networkLossRatio;
    return networkDelaySeconds + bytes / linkBytesPerSecond + (isLost ? resendSeconds : 0);
  }

  /**
   * Chooses the next instance in turn, or its neighbour when that is less busy, like a round-robin gateway with a
   * queue check.
   */
  #chooseInstance(): Instance {
    this.#turn += 1;
    const count = this.instances.length;
    const first = this.instances[this.#turn % count] ?? this.instances[0];
    const second = this.instances[(this.#turn + 1) % count] ?? first;
    if (first === undefined || second === undefined)
      throw new Error("a deployment needs at least one instance");
    return second.load < first.load - 2 ? second : first;
  }

  #scenarioAt(atMs: number): ScenarioState {
    return scenarioStateAt(this.plan.name, atMs, this.#scenarioStartMs);
  }

  #conditionsAt(instance: Instance): MachineConditions {
    return this.#conditions.get(instance) ?? healthyConditions;
  }

  #applyConditions(atMs: number): void {
    const { machine } = this.#scenarioAt(atMs);
    const before = this.#conditions;
    this.#conditions = new Map(
      this.instances.map((instance) => {
        const faults = this.#faults.active.filter((one) => (one.instance ?? instance.name) === instance.name);
        return [instance, combineFaults(faults, machine)];
      }),
    );
    for (const instance of this.instances) {
      const oldSlowdown = (before.get(instance) ?? healthyConditions).tokenizerSlowdown;
      const newSlowdown = this.#conditionsAt(instance).tokenizerSlowdown;
      if (newSlowdown !== oldSlowdown) this.#retimeTokenizing(instance, atMs, newSlowdown / oldSlowdown);
      instance.setConditions(this.#conditionsAt(instance), atMs);
    }
  }

  /**
   * Rescales the remaining tokenization to the new speed. Otherwise a queue built up under a fault would outlive the
   * fault for hours.
   */
  #retimeTokenizing(instance: Instance, atMs: number, ratio: number): void {
    const retime = (thenMs: number): number => (thenMs <= atMs ? thenMs : atMs + (thenMs - atMs) * ratio);
    instance.cpu.retime(atMs, ratio);
    for (const pending of this.#pending) {
      const { journey } = pending;
      if (journey?.instance !== instance) continue;
      const { startMs, endMs } = journey.tokenizing;
      const earliest = journey.request.arrivalMs;
      journey.tokenizing = {
        startMs: Math.max(earliest, retime(startMs)),
        endMs: Math.max(earliest, retime(endMs)),
      };
      pending.atMs = journey.tokenizing.endMs;
    }
  }
}
