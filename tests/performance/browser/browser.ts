/** The benchmarks in Chromium: P8, P9, P11, P18, P20 and P26. */
import { closeDecoderWorker } from "@/lib/sources/prometheus/decode-off-event-loop";
import { openBrowserFixture, openChartPage } from "./browser-fixture";
import { benchDecode } from "./p8-decode";
import { benchChart } from "./p9-chart";
import { benchRefresh } from "./p11-refresh";
import { benchBundle } from "./p18-bundle";
import { benchSoak } from "./p20-soak";
import { benchRoofline } from "./p26-roofline";
import type { BenchRow } from "@/tests/performance/runner";
import { openFixture } from "@/tests/performance/data-path/fixture";

/** Runs the requested benchmarks one after the other and calls `report` with each row. */
export async function benchBrowser(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  if (!["P8", "P9", "P11", "P18", "P20", "P26"].some(wants)) return [];
  const rows: BenchRow[] = [];
  const add = (more: readonly BenchRow[]): void => {
    rows.push(...more);
    more.forEach(report);
  };
  const fixture = await openFixture();
  try {
    const browserFixture = await openBrowserFixture();
    try {
      if (["P8", "P9", "P11", "P20"].some(wants)) {
        const page = await openChartPage(browserFixture);
        if (wants("P8")) add(await benchDecode(fixture, page));
        if (wants("P9")) add(await benchChart(page));
        if (wants("P11")) add(await benchRefresh(page));
        if (wants("P20")) add(await benchSoak(page));
        await page.close();
      }
      if (wants("P26")) add(await benchRoofline(browserFixture));
      if (wants("P18")) add(await benchBundle(browserFixture, fixture.prometheusUrl));
      return rows;
    } finally {
      await browserFixture.stop();
    }
  } finally {
    await fixture.stop();
    await closeDecoderWorker();
  }
}
