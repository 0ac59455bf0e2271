/**
 * S1: false alarms and power of comparisons on the simulator's event model. Writes `docs/statistics.md`.
 *
 * 400 hours of one deployment at constant load are simulated once and divided into windows. 2,000 pairs without a
 * change give the false alarms, 500 pairs with a known change the power. Every number has a fixed seed.
 */
import { writeFileSync } from "node:fs";
import { runWithoutPause } from "@/lib/base/steps";
import { autocorrelations } from "@/lib/analysis/statistics/series/autocorrelation";
import { measureFalseAlarms } from "@/lib/analysis/statistics/sequential/false-alarm-rate";
import type { RatioBlock } from "@/lib/analysis/statistics/rates/block-ratio";
import { simulateBlocks, type EventBlock } from "./event-blocks";
import { blockMeans, comparePairs, disturbHistory, disturbingProcess, type Disturbance } from "./null-pairs";
import { verdictPage, type FalseAlarmRow, type PowerRow, type SequentialRow } from "./verdict-page";

const hours = 400;
const seed = 1;
const nullPairs = 2_000;
const changedPairs = 500;
const windowBlocks = [20, 60, 200] as const;
const changes = [0.05, 0.1, 0.2, 0.4] as const;
/** Blocks of a day and an hour, the history that a page passes to the simulation of the sequential test. */
const sequentialHistoryBlocks = 1_500;

interface Signal {
  readonly title: string;
  readonly block: (block: EventBlock) => RatioBlock;
}

const ttft: Signal = {
  title: "mean TTFT",
  block: (block) => ({ numerator: block.ttftSeconds, denominator: block.requests }),
};
const signals: readonly Signal[] = [
  ttft,
  {
    title: "mean time per output token",
    block: (block) => ({ numerator: block.tpotSeconds, denominator: block.tpotRequests }),
  },
  {
    title: "mean E2E latency",
    block: (block) => ({ numerator: block.e2eSeconds, denominator: block.requests }),
  },
];

const disturbances: readonly (Disturbance | null)[] = [
  null,
  { autocorrelation: 0.5, sd: 0.35 },
  { autocorrelation: 0.8, sd: 0.35 },
  { autocorrelation: 0.8, sd: 0.2 },
];

/** Runs the simulations, writes the document, and calls `print` with each result. */
export function benchVerdicts(print: (line: string) => void): void {
  const blocks = simulateBlocks(hours, seed);
  const requests = blocks.reduce((sum, block) => sum + block.requests, 0);
  print(`S1 simulated ${hours} h with ${requests} requests`);
  const historyOf = ({ block }: Signal): readonly RatioBlock[] => blocks.map(block);
  const cases = [
    ...signals.map((signal) => ({ signal, disturbance: null })),
    ...disturbances.slice(1).map((disturbance) => ({ signal: ttft, disturbance })),
  ];
  const falseAlarms = cases.map(({ signal, disturbance }): FalseAlarmRow => {
    const history = historyOf(signal);
    const rates = windowBlocks.map((blocksPerWindow) =>
      comparePairs(history, { seed, pairCount: nullPairs, blocksPerWindow, disturbance, change: 0 }),
    );
    print(`S1 ${signal.title}: ${rates.map(({ excludesZero }) => excludesZero).join(" ")}`);
    return { signal: signal.title, ...describe(history, disturbance), rates };
  });
  const history = historyOf(ttft);
  const power = disturbances.flatMap((disturbance): readonly PowerRow[] => {
    const described = describe(history, disturbance);
    return changes.map((change) => ({
      ...described,
      change,
      rates: windowBlocks.map((blocksPerWindow) =>
        comparePairs(history, { seed, pairCount: changedPairs, blocksPerWindow, disturbance, change }),
      ),
    }));
  });
  const sequential = disturbances.map((disturbance): SequentialRow => {
    const part = disturbHistory(history, disturbance, seed).slice(0, sequentialHistoryBlocks);
    const options = { seed, simulationCount: 1_000, blocksPerArm: 200 };
    const rate = runWithoutPause(measureFalseAlarms(blockMeans(part), options));
    return { ...describe(history, disturbance), falseAlarmRatio: rate?.falseAlarmRatio ?? Number.NaN };
  });
  const page = { hours, requests, nullPairs, changedPairs, windowBlocks, falseAlarms, power, sequential };
  writeFileSync("docs/statistics.md", verdictPage(page));
  print("S1 wrote docs/statistics.md");
}

/** Returns the measured lag-1 autocorrelation of the block means, and the coefficient of the disturbance. */
function describe(history: readonly RatioBlock[], disturbance: Disturbance | null) {
  const means = blockMeans(disturbHistory(history, disturbance, seed));
  return {
    autocorrelation: autocorrelations(means, 1)[1] ?? Number.NaN,
    disturbance:
      disturbance === null
        ? null
        : { sd: disturbance.sd, phi: disturbingProcess(history, disturbance)?.phi ?? Number.NaN },
  };
}
