/**
 * A fault that starts and ends: minutes with a change report it, and all parts of a pool and of Overview agree at
 * every moment.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import { GET } from "@/app/api/v1/roofline/route";
import { GET as summary } from "@/app/api/v1/roofline/summary/route";
import { fleet } from "@/demo/simulator/fleet";
import type { RooflinePool, RooflineResponse } from "@/lib/contracts/roofline/roofline";
import type { EditRooflineSettingBody } from "@/lib/contracts/roofline/roofline-setting";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline/roofline-summary";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { sentenceText } from "@/tests/support/sentence-text";
import { openStoredFixture, fixtureNowMs, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const beginsMs = fixtureNowMs - 18 * minuteMs;
const endsMs = fixtureNowMs - 8 * minuteMs;
const fromMs = beginsMs - 10 * minuteMs;
let stage: StoredFixture;

const rightOf: Readonly<Record<string, EditRooflineSettingBody>> = {
  "chat-70b": { model: "llama-3.1-70b", weights: "fp8" },
  "search-30b": { model: "qwen3-30b-a3b" },
};
const slugs = Object.keys(rightOf);
const headers = { host: "localhost:3000", "content-type": "application/json" };

beforeAll(async () => {
  const played = fleet.filter(({ name }) => name in rightOf);
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: played,
    fromMs,
    toMs: fixtureNowMs + 4 * minuteMs,
    spacingMs: 15_000,
    faults: slugs.map((workload) => ({
      workload,
      fault: "memory-bandwidth-cut",
      atMs: beginsMs,
      untilMs: endsMs,
    })),
  });
  stage = await openStoredFixture(writeBlocks);
  await stage.begin();
  await discoverDeployments();
  for (const [slug, body] of Object.entries(rightOf)) {
    const { id } = await resolveDeployment(slug, allSources);
    const request = new Request(`http://localhost:3000/api/v1/deployments/${id}/roofline-setting`, {
      method: "PATCH",
      headers: { ...headers, "if-match": '"0"' },
      body: JSON.stringify(body),
    });
    expect((await PATCH(request, { params: Promise.resolve({ deploymentId: id }) })).status).toBe(200);
  }
});
afterAll(() => stage.close());

async function poolAt(slug: string, toMs: number): Promise<RooflinePool> {
  for (;;) {
    const url = `http://localhost:3000/api/v1/roofline?deployment=${slug}&from=${toMs - 10 * minuteMs}&to=${toMs}`;
    const response = await GET(new Request(url, { headers }), { params: Promise.resolve({}) });
    const answer = (await response.json()) as RooflineResponse;
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    if (answer.state !== "answered") continue;
    const [pool] = answer.pools;
    if (pool === undefined) throw new Error(sentenceText(answer.unavailableReason ?? []));
    return pool;
  }
}

async function rowAt(slug: string, toMs: number) {
  for (;;) {
    const url = `http://localhost:3000/api/v1/roofline/summary?deployment=${slug}&to=${toMs}`;
    const response = await summary(new Request(url, { headers }), { params: Promise.resolve({}) });
    const [row] = ((await response.json()) as RooflineSummaryResponse).rows;
    if (row?.state === "available") return row;
    if (row?.state !== "pending") throw new Error(JSON.stringify(row));
  }
}

/** Headline and detail of a pool as one text. */
const textOf = ({ headline, detail }: RooflinePool): string =>
  `${sentenceText(headline)} ${sentenceText(detail)}`;

test.each(slugs)("%s before the fault: no change, and the methods agree", async (slug) => {
  const pool = await poolAt(slug, beginsMs - 30_000);
  expect(pool.change).toBeNull();
  expect(pool.now.agreement).toMatchObject({ agrees: true });
  expect(textOf(pool)).toMatch(/^Decode is /);
});

test.each(slugs)(
  "%s as the fault starts and ends: the change comes first, with time and both levels",
  async (slug) => {
    for (const [changedMs, isWorse] of [
      [beginsMs, true],
      [endsMs, false],
    ] as const) {
      const pool = await poolAt(slug, changedMs + 150_000);
      const { atMs = 0, beforeRatio = 0, afterRatio = 0 } = pool.change ?? {};
      expect(Math.abs(atMs - changedMs)).toBeLessThanOrEqual(minuteMs);
      expect(afterRatio < beforeRatio).toBe(isWorse);
      expect(textOf(pool)).toMatch(
        /^The operating point changed within these 5\smin: decode used 0\.\d+ of the GPU’s bandwidth in the last \d\smin, and 0\.\d+ before\. Mean over the time before and after the change: /,
      );
    }
  },
);

test.each(slugs)("%s when five minutes contain only the fault: slow memory and no change", async (slug) => {
  for (const lateMs of [6, 8] as const) {
    const pool = await poolAt(slug, beginsMs + lateMs * minuteMs);
    expect(pool.change).toBeNull();
    expect(textOf(pool)).toMatch(/^Memory bandwidth is too low: .* Decode is memory-bound/);
    expect(pool.now.agreement?.suspects.map(({ kind }) => kind)).toEqual(["slow-memory", "other-work"]);
  }
});

test.each(slugs)("%s six minutes after the fault: no trace of it", async (slug) => {
  const pool = await poolAt(slug, endsMs + 6 * minuteMs);
  expect(pool.change).toBeNull();
  expect(textOf(pool)).toMatch(/^Decode is /);
  expect(pool.now.agreement).toMatchObject({ agrees: true });
});

test.each(slugs)("%s at every moment: headline, shares, suspects and Overview agree", async (slug) => {
  for (let toMs = beginsMs; toMs <= endsMs + 5 * minuteMs; toMs += minuteMs) {
    const pool = await poolAt(slug, toMs);
    const { decodeShares, agreement } = pool.now;
    const at = `${slug}, ${(toMs - beginsMs) / 1_000} s after the fault began: ${textOf(pool)}`;
    const isSlow = decodeShares?.bandwidthKind === "delivered";
    expect(textOf(pool).includes("Memory bandwidth is too low"), at).toBe(isSlow);
    // A step whose bus is busier than predicted is not called idle.
    const isCalledIdle = textOf(pool).includes("neither memory access nor arithmetic");
    expect(isCalledIdle && agreement?.agrees === false, at).toBe(false);
    const row = await rowAt(slug, toMs);
    expect(row.agrees, at).toBe(agreement?.agrees ?? null);
    expect(row.decode, at).toMatchObject({
      boundBy: decodeShares?.boundBy,
      secondBound: decodeShares?.secondBound,
      mbuRatio: pool.now.decode.kind === "available" ? pool.now.decode.busy.mbuRatio : null,
    });
  }
});
