/**
 * P26: main-thread time per frame while a roofline chart with 10,000 points is dragged and zoomed, compared with a
 * bare canvas that fills as many squares.
 */
import type { Page } from "@playwright/test";
import { mainThreadMs, viewport, type BrowserFixture } from "./browser-fixture";
import type { RoofMove, RoofSide } from "@/tests/performance/pages/app/roof/roof-bench";
import { compare, type BenchRow } from "@/tests/performance/runner";

const frames = 40;

export async function benchRoofline({ browser, url }: BrowserFixture): Promise<readonly BenchRow[]> {
  const page = await browser.newPage({ viewport });
  await page.goto(`${url}/roof`);
  await page.waitForFunction(() => window.roofBench !== undefined);
  await page.locator("[data-side=ours] canvas").waitFor();
  await page.evaluate(() => window.roofBench?.settle());
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const rows: BenchRow[] = [];
  for (const how of ["pan", "zoom"] as const) {
    const perFrame = async (side: RoofSide): Promise<number> => {
      const ms = await mainThreadMs(session, () => move(page, side, how));
      await page.evaluate(() => window.roofBench?.settle());
      return ms / frames;
    };
    rows.push(
      await compare({
        id: "P26",
        title: `roofline, 10,000 points, a frame of ${how === "pan" ? "dragging" : "zooming"}`,
        unit: "ms",
        must: 2,
        moonshot: 1.2,
        ours: () => perFrame("ours"),
        peer: () => perFrame("minimal"),
      }),
    );
  }
  await session.detach();
  await page.close();
  return rows;
}

async function move(page: Page, side: RoofSide, how: RoofMove): Promise<void> {
  await page.evaluate(([which, movement, count]) => window.roofBench?.move(which, movement, count), [
    side,
    how,
    frames,
  ] as const);
}
