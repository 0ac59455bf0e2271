/** Changes detected with a real Prometheus: replicas and flags of a vLLM deployment over half an hour. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { deriveEvents } from "@/lib/services/events/derive-events";
import { openStoredFixture, fixtureNowMs, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const minutes = 30;
const endMs = fixtureNowMs;
const startMs = endMs - minutes * minuteMs;
const atMinute = (minute: number): number => startMs + minute * minuteMs;

/**
 * A third replica from minute 10, one replica missing in minute 16, and a new block size from minute 22. Two models
 * share the job.
 */
function history(): string {
  const running: string[] = [];
  const config: string[] = [];
  const configOf = (instance: string, blockSize: number): string =>
    `vllm:cache_config_info{instance="${instance}",job="llm",block_size="${blockSize}",num_gpu_blocks="1000"}`;
  const serves = (instance: string, minute: number): boolean =>
    instance === "c" ? minute >= 10 : instance !== "b" || minute !== 16;
  for (const [instance, model] of [
    ["a", "chat"],
    ["b", "chat"],
    ["c", "chat"],
    ["x", "neighbour"],
  ] as const) {
    for (let minute = 0; minute <= minutes; minute += 1) {
      if (!serves(instance, minute)) {
        // Like a scrape of a target that stops responding.
        running.push(
          `vllm:num_requests_running{instance="${instance}",job="llm",model_name="${model}"} NaN ${atMinute(minute) / 1_000}`,
        );
        continue;
      }
      const at = atMinute(minute) / 1_000;
      running.push(
        `vllm:num_requests_running{instance="${instance}",job="llm",model_name="${model}"} 1 ${at}`,
      );
      const isNew = model === "chat" && minute >= 22;
      config.push(`${configOf(instance, isNew ? 32 : 16)} 1 ${at}`);
      if (isNew && minute === 22) config.push(`${configOf(instance, 16)} NaN ${at}`);
    }
  }
  return [
    "# TYPE vllm:num_requests_running gauge",
    ...running,
    "# TYPE vllm:cache_config_info gauge",
    ...config,
    "# EOF\n",
  ].join("\n");
}

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(history());
});

afterAll(() => stage.close());

// Discovery runs in between and reads the file again each time.
const everyMinutes = 5;

const chatOfFile = `version: 1
deployments:
  - title: Chat
    slug: chat
    engine: vllm
    selectors: [{ model_name: chat, job: llm }]
`;

test.each([
  { kind: "discovered deployment", file: undefined },
  { kind: "file deployment", file: chatOfFile },
])("records each change of one $kind once, at its time, across several processes", async ({ file }) => {
  const folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-derived-"));
  const config = path.join(folder, "ridgepoint.yaml");
  if (file !== undefined) writeFileSync(config, file);
  await stage.begin(file === undefined ? {} : { RIDGEPOINT_CONFIG: config });
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 2, isStored: true });
  await observeEveryMinute();
  rmSync(folder, { recursive: true });
});

async function observeEveryMinute(): Promise<void> {
  let count = 0;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const counts = await Promise.all(
      Array.from({ length: 3 }, () => deriveEvents(systemPrincipal, atMinute(minute))),
    );
    count += counts.reduce((sum, each) => sum + each, 0);
    if (minute % everyMinutes === 0) await discoverDeployments();
  }
  const events = await getDatabase().event.findMany({
    orderBy: { at: "asc" },
    include: { deployment: { select: { slug: true } } },
  });
  expect(events).toHaveLength(count);
  expect(
    events.map(({ kind, title, at, deployment, origin }) => [
      kind,
      title,
      (at.getTime() - startMs) / minuteMs,
      deployment?.slug,
      origin,
    ]),
  ).toEqual([
    ["scaling", "2 → 3 instances", 10, "chat", "derived"],
    ["configuration", "block_size 16 → 32", 22, "chat", "derived"],
  ]);
}
