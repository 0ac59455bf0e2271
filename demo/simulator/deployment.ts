/**
 * One simulated deployment: arrivals, the path through gateway, network, feature store and tokenizer to an instance's
 * engine, and the path back. `advance(toMs)` drives it. All randomness is from the deployment's seeded streams.
 */
import { ArrivalGenerator } from "./load/arrival-generator";
import { detokenizeSecondsPerToken, requestCpuSeconds, tokenizeSecondsPerToken } from "./cost";
import { createRequest, type EngineRequest } from "./engine/request";
import type { MetricsExporter } from "./exposition/exposition";
import { combineFaults, healthyConditions, type InstanceConditions } from "./faults/faults";
import { FaultSet, type SetFaultResult } from "./faults/fault-set";
import { listInstanceNames, type DeploymentPlan } from "./fleet";
import { createEngineFacts, Instance } from "./instance";
import { createRandom, deriveSeed, type Random } from "./random";
import { findScenarioState, type ScenarioState } from "./scenario";
import { listDeploymentTargets } from "./targets";
import { clientPatienceSeconds } from "./load/client-patience";
import type { ScrapeTarget, Workload } from "./load/workload";

/** Times of a request before and after the engine, from which its trace is built. Epoch milliseconds. */
export interface RoutedRequest {
  readonly id: string;
  readonly traceParent: string | null;
  readonly gatewayArrivalMs: number;
  readonly admittedMs: number;
  readonly hostArrivalMs: number;
  readonly featureLookup: { readonly startMs: number; readonly endMs: number } | null;
  /** Known from the request's arrival. Moves when a fault changes the tokenizer's speed. */
  tokenization: { readonly startMs: number; readonly endMs: number };
  readonly instance: Instance;
  readonly request: EngineRequest;
  /** Duration from the engine back to the client. */
  readonly returnSeconds: number;
}

/** A request at the gateway, from the simulated clients or from the HTTP API. */
export interface IncomingRequest {
  readonly promptTokens: number;
  /** The response ends after this many tokens. */
  readonly plannedOutputTokens: number;
  readonly traceParent?: string;
  readonly onToken?: (request: EngineRequest, atMs: number) => void;
  /** Called when the request has ended for any reason. Absent for requests of simulated clients. */
  readonly onEnd?: (request: EngineRequest) => void;
}

interface PendingEvent {
  atMs: number;
  readonly run: (atMs: number) => void;
  /** Present for the end of tokenization, which moves when the tokenizer's speed changes. */
  readonly routedRequest?: RoutedRequest;
}

export interface DeploymentListener {
  readonly onRequestDone: (deployment: SimulatedDeployment, routedRequest: RoutedRequest) => void;
}

const scenarioEveryMs = 60_000;
/** Size of a token in a request or response. */
export const bytesPerToken = 4.2;
const linkBytesPerSecond = 1.25e9;
const gatewaySeconds = 0.0025;
const resendSeconds = 0.2;
/** CPU time of one core to read one byte of a request. */
export const requestReadSecondsPerByte = 4e-9;

export class SimulatedDeployment implements Workload {
  readonly plan: DeploymentPlan;
  readonly instances: readonly Instance[];
  /** Exporters of the complete deployment, such as gateways, in the order of the plan. */
  readonly exporters: readonly MetricsExporter[];
  readonly arrivals: ArrivalGenerator;
  readonly #faults: FaultSet;
  readonly #random: Random;
  readonly #listener: DeploymentListener;
  readonly #scenarioStartMs: number | null;
  /** Conditions by instance. An instance without an entry is healthy. */
  #conditions: ReadonlyMap<Instance, InstanceConditions> = new Map();
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
    this.#random = createRandom(deriveSeed(options.seed, `${plan.name} way`));
    const { seed, startMs } = options;
    const loadRatioAt = (atMs: number): number => this.#scenarioAt(atMs).loadRatio;
    this.arrivals = new ArrivalGenerator(plan, { seed, startMs, loadRatioAt });
    const engines = Array.from({ length: plan.instanceCount }, (_, index) => createEngineFacts(plan, index));
    this.exporters = plan.expositions
      .filter(({ scope }) => scope === "deployment")
      .map(({ create }) =>
        create({
          deploymentName: plan.name,
          modelName: plan.model.servedName,
          firstEngine: createEngineFacts(plan, 0),
          engines,
          startMs,
        }),
      );
    this.instances = engines.map(
      (_, instanceIndex) => new Instance(plan, { exporters: this.exporters, instanceIndex }, startMs),
    );
  }

  get name(): string {
    return this.plan.name;
  }

  get activeFaults(): Workload["activeFaults"] {
    return this.#faults.activeFaults;
  }

  setFault(id: string, strength: number | undefined, atMs: number, instanceName?: string): SetFaultResult {
    const answer = this.#faults.set({ id, strength, instanceName }, atMs);
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
      const arrival = this.arrivals.takeNext(toMs);
      if (arrival === undefined) break;
      this.acceptRequest(arrival.atMs, arrival);
    }
    this.#runDue(toMs);
    for (const instance of this.instances) instance.advance(toMs);
  }

  emitMachineSamples(nowMs: number): void {
    for (const instance of this.instances) instance.emitMachineSample(nowMs);
  }

  resetCounters(): void {
    for (const exporter of this.exporters) exporter.resetCounters();
    for (const instance of this.instances)
      for (const exporter of instance.exporters) exporter.resetCounters();
  }

  listTargets(): readonly ScrapeTarget[] {
    return listDeploymentTargets(this);
  }

  /** Accepts a request at the gateway. Its path to the engine is known immediately; its time in the engine is not. */
  acceptRequest(atMs: number, incoming: IncomingRequest): RoutedRequest {
    const instance = this.#chooseInstance();
    const conditions = this.#conditionsAt(instance);
    this.#count += 1;
    const id = `${this.plan.name}-${this.#count}`;
    const admittedMs = atMs + gatewaySeconds * 1000;
    const requestBytes = incoming.promptTokens * bytesPerToken * conditions.payloadSizeFactor;
    const atHostMs = admittedMs + this.#networkSeconds(requestBytes, conditions) * 1000;
    const features = this.#retrieveFeatures(atHostMs, conditions);
    const arrivalMs = features?.endMs ?? atHostMs;
    const reusableTokens =
      this.plan.traffic.prefixHitRatio * incoming.promptTokens * (0.4 + 1.2 * this.#random.uniform());
    const isSimulated = incoming.onEnd === undefined;
    const plannedFinishReason = isSimulated && this.#random.uniform() < 0.9 ? "stop" : "length";
    const patientUntilMs = isSimulated
      ? arrivalMs + 1000 * this.#random.lognormal(clientPatienceSeconds.median, clientPatienceSeconds.sigma)
      : Number.POSITIVE_INFINITY;
    const returnSeconds =
      this.#networkSeconds(bytesPerToken * conditions.payloadSizeFactor, conditions) +
      detokenizeSecondsPerToken;
    const request = createRequest({
      id,
      gateway: { gatewayArrivalMs: atMs, admittedMs, returnSeconds },
      arrivalMs,
      promptTokens: incoming.promptTokens,
      cachedTokens: Math.min(incoming.promptTokens - 1, Math.floor(reusableTokens / 16) * 16),
      plannedOutputTokens: incoming.plannedOutputTokens,
      plannedFinishReason,
      clientTimeoutAtMs: patientUntilMs,
      onEnd: (ended) => {
        instance.countResponse(ended, ended.generatedTokens * bytesPerToken * conditions.payloadSizeFactor);
        this.#listener.onRequestDone(this, routedRequest);
        incoming.onEnd?.(ended);
      },
      ...(incoming.onToken === undefined ? {} : { onToken: incoming.onToken }),
    });
    const routedRequest: RoutedRequest = {
      id,
      traceParent: incoming.traceParent ?? null,
      gatewayArrivalMs: atMs,
      admittedMs,
      hostArrivalMs: atHostMs,
      featureLookup: features,
      tokenization: { startMs: arrivalMs, endMs: arrivalMs },
      instance,
      request,
      returnSeconds,
    };
    instance.countReceivedBytes(requestBytes);
    instance.notifyDeploymentExporters(request, features);
    this.#pending.push({ atMs: arrivalMs, run: () => this.#arrive(routedRequest, requestBytes) });
    return routedRequest;
  }

  /**
   * Starts tokenization on the engine's host. Cores are assigned in order of arrival at the host, because
   * feature-store lookups reorder requests.
   */
  #arrive(routedRequest: RoutedRequest, requestBytes: number): void {
    const { instance, request } = routedRequest;
    instance.notifyArrival(request);
    const cpuSeconds =
      requestCpuSeconds +
      request.promptTokens * tokenizeSecondsPerToken * this.#conditionsAt(instance).tokenizerTimeFactor +
      requestBytes * requestReadSecondsPerByte;
    routedRequest.tokenization = instance.cpu.run(request.arrivalMs, cpuSeconds);
    this.#pending.push({
      atMs: routedRequest.tokenization.endMs,
      routedRequest,
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
    { featureStoreTimeFactor }: InstanceConditions,
  ): RoutedRequest["featureLookup"] {
    const store = this.plan.featureStore;
    if (store === null) return null;
    const seconds = this.#random.lognormal(store.medianLookupSeconds, store.sigma) * featureStoreTimeFactor;
    return { startMs: atMs, endMs: atMs + seconds * 1000 };
  }

  #networkSeconds(bytes: number, { networkDelaySeconds, networkLossRatio }: InstanceConditions): number {
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
    return second.requestCount < first.requestCount - 2 ? second : first;
  }

  #scenarioAt(atMs: number): ScenarioState {
    return findScenarioState(this.plan.name, atMs, this.#scenarioStartMs);
  }

  #conditionsAt(instance: Instance): InstanceConditions {
    return this.#conditions.get(instance) ?? healthyConditions;
  }

  #applyConditions(atMs: number): void {
    const { machineState } = this.#scenarioAt(atMs);
    const before = this.#conditions;
    this.#conditions = new Map(
      this.instances.map((instance) => {
        const faults = this.#faults.activeFaults.filter(
          (one) => (one.instance ?? instance.name) === instance.name,
        );
        return [instance, combineFaults(faults, machineState)];
      }),
    );
    for (const instance of this.instances) {
      const oldSlowdown = (before.get(instance) ?? healthyConditions).tokenizerTimeFactor;
      const newSlowdown = this.#conditionsAt(instance).tokenizerTimeFactor;
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
    instance.cpu.rescaleRemainingWork(atMs, ratio);
    for (const pending of this.#pending) {
      const { routedRequest } = pending;
      if (routedRequest?.instance !== instance) continue;
      const { startMs, endMs } = routedRequest.tokenization;
      const earliest = routedRequest.request.arrivalMs;
      routedRequest.tokenization = {
        startMs: Math.max(earliest, retime(startMs)),
        endMs: Math.max(earliest, retime(endMs)),
      };
      pending.atMs = routedRequest.tokenization.endMs;
    }
  }
}
