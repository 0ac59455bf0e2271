// Creates the parts of a plan with their folders, ports and addresses.
import { join } from "node:path";
import { createAppPart } from "./app/app";
import { createJaegerPart } from "./jaeger/jaeger";
import type { Part } from "./part";
import { createDeferredPart, createToolSupply } from "./tools/deferred-part";
import { createJaegerRecipe, createPrometheusRecipe } from "./tools/recipes";
import { createDynamoPart } from "./peers/dynamo-part";
import { choosePorts, type PortMap, chooseStoredPorts, reservePort } from "./ports";
import { createPostgresPart, createPostgresUrl } from "./postgres/postgres";
import type { ProcessOwner } from "./process/process";
import { createPrometheusPart } from "./prometheus";
import { createSimulatorPart, createSimulatorTargetsUrl } from "./simulator";
import type { StackPlan, StackUrls } from "./stack-plan";
import { createTraceStorePart } from "./jaeger/trace-store-part";

const PORT_NAMES = [
  "postgres",
  "prometheus",
  "jaeger",
  "jaegerGrpc",
  "otlp",
  "simulator",
  "app",
  "dynamo",
  "dynamoWorker",
] as const;
type Ports = PortMap<(typeof PORT_NAMES)[number]>;

/** Parts of a stack and their addresses. */
export interface StackParts {
  readonly parts: readonly Part[];
  readonly urls: StackUrls;
}

/** Chooses the ports and creates all parts of the plan, without starting them. */
export async function createStackParts(plan: StackPlan, owner: ProcessOwner): Promise<StackParts> {
  const { ports, releaseAppPort } = await choosePlanPorts(plan);
  const at = (name: keyof Ports): string => `http://127.0.0.1:${ports[name]}`;
  const urls: StackUrls = {
    database: createPostgresUrl({ folder: join(plan.dataFolder, "postgres"), port: ports.postgres }),
    prometheus: at("prometheus"),
    jaeger: at("jaeger"),
    otlp: at("otlp"),
    simulator: at("simulator"),
    app: at("app"),
    dynamo: at("dynamo"),
  };
  const build: PartBuilder = { plan, owner, ports, releaseAppPort, urls };
  const parts = [
    postgres(build),
    prometheus(build),
    jaeger(build),
    simulator(build),
    app(build),
    dynamo(build),
  ];
  return { urls, parts: parts.filter((part) => part !== undefined) };
}

interface PartBuilder {
  readonly plan: StackPlan;
  readonly owner: ProcessOwner;
  readonly ports: Ports;
  readonly releaseAppPort: () => Promise<void>;
  readonly urls: StackUrls;
}

async function choosePlanPorts(plan: StackPlan): Promise<Pick<PartBuilder, "ports" | "releaseAppPort">> {
  const ports = plan.reusesPorts
    ? await chooseStoredPorts(join(plan.dataFolder, "ports.json"), PORT_NAMES)
    : await choosePorts(PORT_NAMES);
  const lowestPort = plan.app?.lowestPort;
  if (lowestPort === undefined) return { ports, releaseAppPort: () => Promise.resolve() };
  const reserved = await reservePort(lowestPort);
  return { ports: { ...ports, app: reserved.port }, releaseAppPort: reserved.release };
}

function common({ plan, owner }: PartBuilder, name: string) {
  return { folder: join(plan.dataFolder, name), owner, log: plan.log };
}

function postgres(build: PartBuilder): Part | undefined {
  const { postgres: wanted } = build.plan;
  return (
    wanted && createPostgresPart({ ...common(build, "postgres"), port: build.ports.postgres, ...wanted })
  );
}

function prometheus(build: PartBuilder): Part | undefined {
  const { prometheus: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  const { tool, scrapeIntervalMs, initialBlocksFolder, beforeStart } = wanted;
  const options = {
    ...common(build, "prometheus"),
    port: build.ports.prometheus,
    ...(scrapeIntervalMs === undefined
      ? {}
      : {
          scrape: {
            targetsUrl: createSimulatorTargetsUrl(build.ports.simulator),
            intervalMs: scrapeIntervalMs,
            ...(build.plan.dynamo === undefined
              ? {}
              : { targetFilesPattern: join(targetsFolder(build), "*.json") }),
          },
        }),
    ...(initialBlocksFolder === undefined ? {} : { initialBlocksFolder }),
    ...(beforeStart === undefined ? {} : { beforeStart }),
  };
  if (!("kind" in tool)) return createPrometheusPart({ ...options, tool });
  return createDeferredPart({
    ...tool,
    name: "prometheus",
    supply: createToolSupply("Prometheus", createPrometheusRecipe(), build.plan.log),
    placeholderPorts: [build.ports.prometheus],
    createPart: (found) => createPrometheusPart({ ...options, tool: found }),
    log: build.plan.log,
  });
}

const targetsFolder = ({ plan }: PartBuilder): string => join(plan.dataFolder, "targets");

function dynamo(build: PartBuilder): Part | undefined {
  if (build.plan.dynamo === undefined) return undefined;
  const { dynamo: frontend, dynamoWorker: worker } = build.ports;
  return createDynamoPart({
    ...common(build, "dynamo"),
    ports: { frontend, worker },
    targetsFolder: targetsFolder(build),
  });
}

function jaeger(build: PartBuilder): Part | undefined {
  const { jaeger: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  const { jaeger: query, jaegerGrpc: grpc, otlp } = build.ports;
  const options = { ...common(build, "jaeger"), ports: { query, grpc, otlp } };
  switch (wanted.kind) {
    case "real":
      return createJaegerPart({ ...options, ...wanted });
    case "trace-store":
      return createTraceStorePart({ ...options, api: wanted.api });
    case "deferred":
      return createDeferredPart({
        ...wanted,
        name: "jaeger",
        supply: createToolSupply("Jaeger", createJaegerRecipe(), build.plan.log),
        placeholderPorts: [query, otlp],
        createPart: (tool) => createJaegerPart({ ...options, tool }),
        fallback: {
          title: "the small trace store",
          createPart: () => createTraceStorePart({ ...options, api: "both" }),
        },
        log: build.plan.log,
      });
  }
}

function simulator(build: PartBuilder): Part | undefined {
  const { simulator: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  return createSimulatorPart({
    ...common(build, "simulator"),
    port: build.ports.simulator,
    otlpUrl: build.urls.otlp,
    ...wanted,
  });
}

function app(build: PartBuilder): Part | undefined {
  const { app: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  const { database, prometheus: prometheusUrl, jaeger: jaegerUrl } = build.urls;
  return createAppPart({
    ...common(build, "app"),
    port: build.ports.app,
    prepareProgram: wanted.prepareProgram,
    releasePort: build.releaseAppPort,
    extraEnvironment: {
      DATABASE_URL: database,
      PROMETHEUS_URL: prometheusUrl,
      JAEGER_URL: jaegerUrl,
      ...wanted.extraEnvironment,
    },
  });
}
