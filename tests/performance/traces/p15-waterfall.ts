/**
 * P15–P17: cost of a loaded trace of 50,000 spans. Closing and opening the root is compared with Jaeger's page, or
 * with its recorded time. Late frames during scrolling are compared with an empty page, elements and heap with their
 * limits.
 */
import type { CDPSession, Page } from "@playwright/test";
import { mainThreadMs } from "@/tests/performance/browser/browser-fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";
import { firstRow, openUntilRows, waterfallRow, type Side, type TraceFixture } from "./trace-fixture";

const spans = 50_000;
/** Milliseconds that Jaeger's page took to close the root of 10,000 and of 50,000 spans on the reference machine. */
const jaegerCollapseMs = new Map([
  [10_000, 166],
  [50_000, 396],
]);
const [maxNodes, maxHeapMb, targetHeapMb] = [3_000, 82, 20];
const megabyte = 1_000_000;

interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly close: () => Promise<void>;
}

export async function benchWaterfall(
  fixture: TraceFixture,
  wants: (id: string) => boolean,
  add: (row: BenchRow) => void,
): Promise<void> {
  if (wants("P15")) for (const count of [10_000, spans]) add(await collapse(fixture, count));
  if (!wants("P16") && !wants("P17")) return;
  const ours = await open(fixture, "ours", spans);
  if (wants("P16")) (await scrolling(ours)).forEach(add);
  if (wants("P17")) add(await heap(ours));
  await ours.close();
}

async function open(fixture: TraceFixture, side: Side, count: number): Promise<OpenPage> {
  const wanted = side === "ours" ? waterfallRow : firstRow[side];
  const { page, close } = await openUntilRows(fixture, side, fixture.prepare(count), wanted);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await settle(page);
  return { page, session, close };
}

async function collapse(fixture: TraceFixture, count: number): Promise<BenchRow> {
  const ours = await open(fixture, "ours", count);
  const jaeger = fixture.hasJaegerUi ? await open(fixture, "jaeger", count) : null;
  const limitMs = jaegerCollapseMs.get(count) ?? Number.NaN;
  const grid = ours.page.getByRole("treegrid", { name: "Spans" });
  await grid.focus();
  const half = async (side: OpenPage, act: () => Promise<void>): Promise<number> =>
    mainThreadMs(side.session, async () => {
      await act();
      await settle(side.page);
    });
  let isOpen = true;
  const row = await compare({
    id: "P15",
    title: `root of ${count.toLocaleString("en")} spans closed or opened, against ${jaeger === null ? "Jaeger's recorded time" : "Jaeger's page"}`,
    unit: "ms",
    must: 0.3,
    moonshot: 16 / limitMs,
    ours: () => {
      const key = isOpen ? "ArrowLeft" : "ArrowRight";
      isOpen = !isOpen;
      return half(ours, () => ours.page.keyboard.press(key));
    },
    peer: async () =>
      jaeger === null
        ? limitMs
        : half(jaeger, () => jaeger.page.locator(".SpanTreeOffset--iconWrapper").first().click()),
  });
  await ours.close();
  await jaeger?.close();
  return row;
}

async function scrolling({ page }: OpenPage): Promise<readonly BenchRow[]> {
  const scroll = (isMoving: boolean): Promise<number> =>
    page.evaluate(async (moves) => {
      const grid = document.querySelector("[role=treegrid]");
      if (grid === null) throw new Error("there is no waterfall");
      const frames = 120;
      const bottom = grid.scrollHeight - grid.clientHeight;
      let late = 0;
      let lastMs = await new Promise<number>(requestAnimationFrame);
      for (let frame = 1; frame <= frames; frame += 1) {
        if (moves) grid.scrollTop = (bottom * frame) / frames;
        const nowMs = await new Promise<number>(requestAnimationFrame);
        // Half a frame over its time means that one frame was dropped.
        if (nowMs - lastMs > 25) late += 1;
        lastMs = nowMs;
      }
      return late / frames;
    }, isMoving);
  return [
    await compare({
      id: "P16",
      title: `late frames while ${spans.toLocaleString("en")} spans are scrolled, relative to an idle page, as a ratio of all frames`,
      unit: "",
      must: 1.05,
      moonshot: 1,
      ours: async () => 1 + (await scroll(true)),
      peer: async () => 1 + (await scroll(false)),
    }),
    await compare({
      id: "P16",
      title: "elements of the page, against 3,000",
      unit: "",
      must: 1,
      moonshot: 0.5,
      isCount: true,
      ours: () => page.locator("*").count(),
      peer: () => Promise.resolve(maxNodes),
    }),
  ];
}

async function heap({ session, page }: OpenPage): Promise<BenchRow> {
  return compare({
    id: "P17",
    title: `heap with ${spans.toLocaleString("en")} spans, against the recorded heap of Jaeger's page`,
    unit: "MB",
    must: 1,
    moonshot: targetHeapMb / maxHeapMb,
    isCount: true,
    ours: async () => {
      await settle(page);
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / megabyte;
    },
    peer: () => Promise.resolve(maxHeapMb),
  });
}

/** Waits two frames, after which all updates are on screen. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}
