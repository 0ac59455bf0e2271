/**
 * P9: main-thread time of our chart component compared with bare uPlot on the same page: mount, new data, and mouse
 * movement.
 */
import type { CDPSession, Page } from "@playwright/test";
import { mainThreadMs } from "./browser-fixture";
import type { Side } from "@/tests/performance/pages/app/chart/chart-bench";
import { compare, type BenchRow } from "@/tests/performance/runner";

const shapes = [
  { points: 360, series: 10 },
  { points: 10_000, series: 3 },
] as const;
const moves = 12;

export async function benchChart(page: Page): Promise<readonly BenchRow[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const rows: BenchRow[] = [];
  for (const [seed, shape] of shapes.entries()) {
    await page.evaluate(([wanted, from]) => window.benches?.prepare(wanted, from), [
      shape,
      10 * seed,
    ] as const);
    const shapeText = `${shape.points} × ${shape.series}`;
    const row = (title: string, run: (side: Side) => Promise<number>) =>
      compare({
        id: "P9",
        title: `${title}, ${shapeText}`,
        unit: "ms",
        must: 2,
        moonshot: 1.15,
        ours: () => run("ours"),
        peer: () => run("bare"),
      });
    rows.push(
      await row("chart mounted", async (side) => {
        const ms = await mainThreadMs(session, () => step(page, "mount", side));
        await step(page, "unmount", side);
        return ms;
      }),
    );
    await step(page, "mount", "ours");
    await step(page, "mount", "bare");
    rows.push(
      await row("chart given new data", (side) => mainThreadMs(session, () => step(page, "tick", side))),
      await row("mouse moved over the chart", (side) => hover(page, session, side)),
    );
    await page.mouse.move(0, 900);
    await step(page, "unmount", "ours");
    await step(page, "unmount", "bare");
  }
  await session.detach();
  return rows;
}

async function step(page: Page, verb: "mount" | "tick" | "unmount", side: Side): Promise<void> {
  await page.evaluate(([name, which]) => window.benches?.[name](which), [verb, side] as const);
}

/** Returns the milliseconds per mouse move. Waiting for frames is included on both sides. */
async function hover(page: Page, session: CDPSession, side: Side): Promise<number> {
  const box = await page.locator(`[data-side=${side}] .u-over`).boundingBox();
  if (box === null) throw new Error(`there is no chart on the side "${side}"`);
  const at = (share: number): Promise<void> =>
    page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  await at(0.1);
  const ms = await mainThreadMs(session, async () => {
    for (let move = 1; move <= moves; move += 1) {
      await at(0.1 + (0.8 * move) / moves);
      await page.evaluate(() => window.benches?.settle());
    }
  });
  return ms / moves;
}
