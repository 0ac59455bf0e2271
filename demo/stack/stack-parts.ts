// Creates the parts of a plan with their folders, ports and addresses.
import { join } from "node:path";
import { appPart } from "./app/app";
import { jaegerPart } from "./jaeger/jaeger";
import type { Part } from "./part";
import { deferredPart, toolSupply } from "./tools/deferred-part";
import { jaegerRecipe, prometheusRecipe } from "./tools/recipes";
import { dynamoPart } from "./peers/dynamo-part";
import { choosePorts, type PortMap, rememberPorts, reservePort } from "./ports";
import { postgresPart, postgresUrl } from "./postgres/postgres";
import type { ProcessOwner } from "./process/process";
import { prometheusPart } from "./prometheus";
import { simulatorPart, simulatorTargetsUrl } from "./simulator";
import type { StackPlan, StackUrls } from "./stack-plan";
import { traceStorePart } from "./jaeger/trace-store-part";

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

export interface PartsOfPlan {
  readonly parts: readonly Part[];
  readonly urls: StackUrls;
}

export async function buildParts(plan: StackPlan, owner: ProcessOwner): Promise<PartsOfPlan> {
  const { ports, releaseAppPort } = await choosePlanPorts(plan);
  const at = (name: keyof Ports): string => `http://127.0.0.1:${ports[name]}`;
  const urls: StackUrls = {
    database: postgresUrl({ folder: join(plan.dataFolder, "postgres"), port: ports.postgres }),
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
  const ports = plan.arePortsRemembered
    ? await rememberPorts(join(plan.dataFolder, "ports.json"), PORT_NAMES)
    : await choosePorts(PORT_NAMES);
  const firstPort = plan.app?.firstPort;
  if (firstPort === undefined) return { ports, releaseAppPort: () => Promise.resolve() };
  const reserved = await reservePort(firstPort);
  return { ports: { ...ports, app: reserved.port }, releaseAppPort: reserved.release };
}

function common({ plan, owner }: PartBuilder, name: string) {
  return { folder: join(plan.dataFolder, name), owner, log: plan.log };
}

function postgres(build: PartBuilder): Part | undefined {
  const { postgres: wanted } = build.plan;
  return wanted && postgresPart({ ...common(build, "postgres"), port: build.ports.postgres, ...wanted });
}

function prometheus(build: PartBuilder): Part | undefined {
  const { prometheus: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  const { tool, scrapeIntervalMs, blocksFolder, beforeStart } = wanted;
  const options = {
    ...common(build, "prometheus"),
    port: build.ports.prometheus,
    ...(scrapeIntervalMs === undefined
      ? {}
      : {
          scrape: {
            targetsUrl: simulatorTargetsUrl(build.ports.simulator),
            intervalMs: scrapeIntervalMs,
            ...(build.plan.dynamo === undefined ? {} : { targetFiles: join(targetsFolder(build), "*.json") }),
          },
        }),
    ...(blocksFolder === undefined ? {} : { blocksFolder }),
    ...(beforeStart === undefined ? {} : { beforeStart }),
  };
  if (!("kind" in tool)) return prometheusPart({ ...options, tool });
  return deferredPart({
    ...tool,
    name: "prometheus",
    supply: toolSupply("Prometheus", prometheusRecipe(), build.plan.log),
    ports: [build.ports.prometheus],
    run: (found) => prometheusPart({ ...options, tool: found }),
    log: build.plan.log,
  });
}

const targetsFolder = ({ plan }: PartBuilder): string => join(plan.dataFolder, "targets");

function dynamo(build: PartBuilder): Part | undefined {
  if (build.plan.dynamo === undefined) return undefined;
  const { dynamo: frontend, dynamoWorker: worker } = build.ports;
  return dynamoPart({
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
      return jaegerPart({ ...options, tool: wanted.tool });
    case "trace-store":
      return traceStorePart({ ...options, api: wanted.api });
    case "deferred":
      return deferredPart({
        ...wanted,
        name: "jaeger",
        supply: toolSupply("Jaeger", jaegerRecipe(), build.plan.log),
        ports: [query, otlp],
        run: (tool) => jaegerPart({ ...options, tool }),
        fallback: {
          title: "the small trace store",
          part: () => traceStorePart({ ...options, api: "both" }),
        },
        log: build.plan.log,
      });
  }
}

function simulator(build: PartBuilder): Part | undefined {
  const { simulator: wanted } = build.plan;
  if (wanted === undefined) return undefined;
  return simulatorPart({
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
  return appPart({
    ...common(build, "app"),
    port: build.ports.app,
    program: wanted.program,
    releasePort: build.releaseAppPort,
    settings: {
      DATABASE_URL: database,
      PROMETHEUS_URL: prometheusUrl,
      JAEGER_URL: jaegerUrl,
      ...wanted.settings,
    },
  });
}
