/**
 * Server times of baselines, each against its limit, and the CPU time of the server:
 *
 * - B1: a capture of six hours, from the request until the document is stored.
 * - B2: a comparison of two stored baselines, of a baseline with the last hour, which is read from Prometheus, and of
 *   both for the first time, with nothing in memory. Two days that were never read take longer, so the page first gets
 *   their names.
 * - B3: the list of 1,000 baselines with documents of six hours.
 */
import { compare, type BenchRow } from "../runner";
import { benchedDeployment, openBaselinesFixture, type BaselinesFixture } from "./baselines-fixture";

const captureLimitMs = 5_000;
const comparisonLimitMs = 300;
const listLimitMs = 100;
const listedCount = 1_000;

/** Calls `report` with each row. */
export async function benchBaselines(
  report: (row: BenchRow) => void,
  wants: (id: string) => boolean,
): Promise<readonly BenchRow[]> {
  if (!["B1", "B2", "B3"].some(wants)) return [];
  const fixture = await openBaselinesFixture();
  const rows: BenchRow[] = [];
  const add = async (plan: TimePlan): Promise<void> => {
    const row = await compareWithLimit(plan);
    report(row);
    rows.push(row);
  };
  try {
    if (wants("B1")) await add(captureTime(fixture));
    if (wants("B2")) for (const plan of await comparisonTimes(fixture)) await add(plan);
    if (wants("B3")) await add(await listTime(fixture));
    return rows;
  } finally {
    await fixture.stop();
  }
}

interface TimePlan {
  readonly id: string;
  readonly title: string;
  readonly limitMs: number;
  readonly ours: () => Promise<void>;
}

/** Adds the mean CPU time of this process to the title, because a busy machine changes it little. */
async function compareWithLimit({ id, title, limitMs, ours }: TimePlan): Promise<BenchRow> {
  const cpuTimesMs: number[] = [];
  const row = await compare({
    id,
    title: `${title}, against ${limitMs} ms`,
    unit: "ms",
    must: 1,
    moonshot: 0.2,
    ours: async () => {
      const before = process.cpuUsage();
      await ours();
      const { user, system } = process.cpuUsage(before);
      cpuTimesMs.push((user + system) / 1_000);
      return undefined;
    },
    peer: () => Promise.resolve(limitMs),
  });
  const cpuMs = cpuTimesMs.reduce((sum, one) => sum + one, 0) / cpuTimesMs.length;
  return { ...row, title: `${row.title}, CPU ${cpuMs.toFixed(0)} ms` };
}

function captureTime(fixture: BaselinesFixture): TimePlan {
  const ours = async (): Promise<void> => {
    fixture.forget();
    await fixture.capture("Six hours", "now-6h", "now");
  };
  return { id: "B1", title: "capture of 6 hours", limitMs: captureLimitMs, ours };
}

async function comparisonTimes(fixture: BaselinesFixture): Promise<readonly TimePlan[]> {
  const before = `baseline:${await fixture.capture("Before", "now-12h", "now-6h")}`;
  const after = `baseline:${await fixture.capture("After", "now-6h", "now")}`;
  const lastHour = `window:${benchedDeployment}:now-1h:now`;
  const common = { id: "B2", limitMs: comparisonLimitMs };
  const timeOf = (after: string, isFirst: boolean) => async (): Promise<void> => {
    if (isFirst) fixture.forget();
    await fixture.compare(before, after);
  };
  return [
    { ...common, title: "comparison of two baselines", ours: timeOf(after, false) },
    { ...common, title: "comparison of a baseline and the last hour", ours: timeOf(lastHour, false) },
    { ...common, title: "first comparison of two baselines", ours: timeOf(after, true) },
    { ...common, title: "first comparison of a baseline and the last hour", ours: timeOf(lastHour, true) },
    { ...common, title: "first response for two days", ours: () => requestDays(fixture) },
  ];
}

async function requestDays(fixture: BaselinesFixture): Promise<void> {
  fixture.forget();
  const day = (from: string, to: string): string => `window:${benchedDeployment}:${from}:${to}`;
  await fixture.requestComparison(day("now-48h", "now-24h"), day("now-24h", "now"));
}

async function listTime(fixture: BaselinesFixture): Promise<TimePlan> {
  const id = await fixture.capture("Listed", "now-6h", "now");
  await fixture.copy(id, listedCount);
  const ours = async (): Promise<void> => {
    const { length } = await fixture.list();
    if (length !== listedCount) throw new Error(`${length} baselines are listed`);
  };
  return { id: "B3", title: `list of ${listedCount} baselines`, limitMs: listLimitMs, ours };
}
