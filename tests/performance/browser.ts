/** The benches in Chromium: P8, P9 and P18. */
import { closeDecoder } from "@/lib/sources/prometheus/decode-off-loop";
import { openBrowserStage, openChartPage } from "./browser-stage";
import { benchDecode } from "./p8-decode";
import { benchChart } from "./p9-chart";
import { benchBundle } from "./p18-bundle";
import type { BenchRow } from "./runner";
import { openStage } from "./stage";

/** Runs them one after the other; `tell` is called with each row as it comes. */
export async function benchBrowser(tell: (row: BenchRow) => void): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const add = (more: readonly BenchRow[]): void => {
    rows.push(...more);
    more.forEach(tell);
  };
  const stage = await openStage();
  try {
    const browserStage = await openBrowserStage();
    try {
      const page = await openChartPage(browserStage);
      add(await benchDecode(stage, page));
      add(await benchChart(page));
      await page.close();
      add(await benchBundle(browserStage, stage.prometheusUrl));
      return rows;
    } finally {
      await browserStage.stop();
    }
  } finally {
    await stage.stop();
    await closeDecoder();
  }
}
