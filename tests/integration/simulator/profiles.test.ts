/** All profiles at once with a real Prometheus: all are scraped without an error, and no printed sample is lost. */
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSimulatorServer } from "@/demo/simulator/http/server";
import { profiles } from "@/demo/simulator/profiles/profiles";
import { Simulation } from "@/demo/simulator/simulation";
import { choosePorts } from "@/demo/stack/ports";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { parseExposition } from "@/tests/support/histories/exposition-text";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";

const late = "hand-made";
const simulation = new Simulation({
  fleet: [],
  seed: 1,
  startMs: Date.now() - 1_000,
  traceSampleRatio: 0,
  onTrace: () => {},
});
const catchUp = (): void => simulation.advance(Date.now());
let server: Server;
let base = "";
let prometheus: FrozenPrometheus;
let ticking: ReturnType<typeof setInterval>;

interface Target {
  readonly labels: Readonly<Record<string, string>>;
  readonly health: string;
  readonly lastError: string;
  readonly scrapeUrl: string;
}

async function activeTargets(): Promise<readonly Target[]> {
  const response = await fetch(`${prometheus.url}/api/v1/targets?state=active`);
  return ((await response.json()) as { data: { activeTargets: Target[] } }).data.activeTargets;
}

async function ask(
  promQl: string,
): Promise<readonly { metric: Record<string, string>; value: [number, string] }[]> {
  const response = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(promQl)}`);
  return (
    (await response.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    }
  ).data.result;
}

beforeAll(async () => {
  for (const { id } of profiles) if (id !== late) simulation.profiles.add(id, simulation.nowMs);
  const { web } = await choosePorts(["web"]);
  base = `http://127.0.0.1:${web}`;
  server = createSimulatorServer({ simulation, catchUp, scrapeAddress: `127.0.0.1:${web}` });
  await new Promise<void>((resolve) => {
    server.listen(web, "127.0.0.1", resolve);
  });
  ticking = setInterval(catchUp, 100);
  // A scrape may take up to one interval, as needed on a loaded machine.
  prometheus = await startPrometheus(undefined, { targetsUrl: `${base}/scrape-targets`, intervalMs: 4_000 });
});

afterAll(async () => {
  clearInterval(ticking);
  await prometheus.stop();
  server.closeAllConnections();
  server.close();
});

const expected = (): number => simulation.listTargets().length;

async function scrapedAll(): Promise<readonly Target[]> {
  let targets: readonly Target[] = [];
  await waitUntil({
    condition: `${expected()} targets to be scraped`,
    isMet: async () => {
      targets = await activeTargets();
      return targets.length === expected() && targets.every(({ health }) => health !== "unknown");
    },
    timeoutMs: 120_000,
    fix: "look at what the simulator's /scrape-targets lists",
  });
  return targets;
}

test("every target of every profile is up, and all of its samples are stored", async () => {
  const targets = await scrapedAll();
  const failed = targets.filter(({ health }) => health !== "up");
  expect(failed.map(({ scrapeUrl, lastError }) => `${scrapeUrl}: ${lastError}`)).toEqual([]);
  expect(await ask("up == 0")).toEqual([]);
  expect(await ask("scrape_samples_scraped != scrape_samples_post_metric_relabeling")).toEqual([]);
  const scraped = await ask("scrape_samples_scraped");
  expect(scraped).toHaveLength(expected());
  for (const { metric, value } of scraped) expect(Number(value[1]), metric["job"]).toBeGreaterThan(0);
  const own = await (await fetch(`${prometheus.url}/metrics`)).text();
  const lost = [...own.matchAll(/^(prometheus_target_scrapes_(?:sample_\w+|exceeded_\w+)_total) (\S+)$/gm)];
  expect(lost.length).toBeGreaterThanOrEqual(3);
  for (const [, name, value] of lost) expect(Number(value), name).toBe(0);
});

test("Prometheus knows every printed family with its declared type", async () => {
  await scrapedAll();
  const families = simulation
    .listTargets()
    .flatMap(({ printMetrics }) => [...parseExposition(printMetrics(simulation.nowMs)).values()])
    .filter(({ samples }) => samples.length > 0);
  const names = new Set(
    ((await (await fetch(`${prometheus.url}/api/v1/label/__name__/values`)).json()) as { data: string[] })
      .data,
  );
  const metadata = (
    (await (await fetch(`${prometheus.url}/api/v1/metadata`)).json()) as {
      data: Record<string, { type: string }[]>;
    }
  ).data;
  for (const { name, type, samples } of families) {
    expect(names.has(samples[0]?.name ?? ""), name).toBe(true);
    expect(
      metadata[name]?.map((one) => one.type),
      name,
    ).toContain(type);
  }
});

test("a profile added while Prometheus runs is discovered, and a removed one disappears", async () => {
  await scrapedAll();
  expect((await fetch(`${base}/profiles/${late}`, { method: "PUT" })).status).toBe(200);
  const targets = await scrapedAll();
  const found = targets.filter(({ labels }) => labels["job"] === late);
  expect(found.map(({ health }) => health)).toEqual(["up"]);
  expect(await ask("llm_requests_total")).toHaveLength(1);
  expect((await fetch(`${base}/profiles/${late}`, { method: "DELETE" })).status).toBe(200);
  expect((await scrapedAll()).some(({ labels }) => labels["job"] === late)).toBe(false);
});
