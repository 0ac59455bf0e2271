/** P18: transferred script bytes of the first screen, compared with an empty page of the same framework. */
import path from "node:path";
import { rmSync } from "node:fs";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { startStack } from "@/demo/stack/stack";
import { viewport, type BrowserFixture } from "./browser-fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";

/** Allowed size in addition to the empty page, in kB of gzip. */
const [mustKb, moonshotKb] = [110, 45];

export async function benchBundle(
  fixture: BrowserFixture,
  prometheusUrl: string,
): Promise<readonly BenchRow[]> {
  const folder = dataFolder(`bench-${process.pid}`);
  const base = { reusesPorts: false, log: silentLog } as const;
  const database = await startStack({
    ...base,
    dataFolder: path.join(folder, "database"),
    postgres: { isDurable: false },
  });
  try {
    const app = await startStack({
      ...base,
      dataFolder: path.join(folder, "app"),
      app: {
        prepareProgram: async () => ({ kind: "built", folder: await ensureAppBuild(silentLog) }),
        extraEnvironment: { DATABASE_URL: database.urls.database, PROMETHEUS_URL: prometheusUrl },
      },
    });
    try {
      const emptyBytes = await scriptBytes(fixture, `${fixture.url}/empty`);
      const row = (route: string) =>
        compare({
          id: "P18",
          title: `scripts of ${route} against an empty page`,
          unit: "B",
          must: (emptyBytes + mustKb * 1_000) / emptyBytes,
          moonshot: (emptyBytes + moonshotKb * 1_000) / emptyBytes,
          isCount: true,
          ours: () => scriptBytes(fixture, `${app.urls.app}${route}`),
          peer: () => scriptBytes(fixture, `${fixture.url}/empty`),
        });
      return [await row("/overview"), await row("/signals")];
    } finally {
      await app.stop();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the transferred script bytes in a browser without cache. */
async function scriptBytes({ browser }: BrowserFixture, url: string): Promise<number> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  // Includes parts that the page loads after its start.
  await page.waitForLoadState("networkidle");
  await context.close();
  return bytes;
}
