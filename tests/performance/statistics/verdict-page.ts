/** The document with the results of S1. */
import type { PairRates } from "./null-pairs";

interface Dependence {
  /** Measured lag-1 autocorrelation of the block means. */
  readonly autocorrelation: number;
  readonly disturbance: { readonly sd: number; readonly phi: number } | null;
}

export interface FalseAlarmRow extends Dependence {
  readonly signal: string;
  /** One for each window length. */
  readonly rates: readonly PairRates[];
}

export interface PowerRow extends Dependence {
  readonly change: number;
  readonly rates: readonly PairRates[];
}

export interface SequentialRow extends Dependence {
  readonly falseAlarmRatio: number;
}

export interface VerdictResults {
  readonly hours: number;
  readonly requests: number;
  readonly nullPairs: number;
  readonly changedPairs: number;
  readonly windowBlocks: readonly number[];
  readonly falseAlarms: readonly FalseAlarmRow[];
  readonly power: readonly PowerRow[];
  readonly sequential: readonly SequentialRow[];
}

const percent = (ratio: number, digits = 0): string => `${(100 * ratio).toFixed(digits)} %`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const describeDependence = ({ autocorrelation, disturbance }: Dependence): readonly [string, string] => [
  autocorrelation.toFixed(2).replace(/^-(?=0\.00$)/, ""),
  disturbance === null ? "none" : `${percent(disturbance.sd)}, φ ${disturbance.phi.toFixed(2)}`,
];

/** Returns the Markdown text of the document. */
export function verdictPage(results: VerdictResults): string {
  const { windowBlocks } = results;
  const lengths = windowBlocks.map((count) => `${count} blocks`);
  const dependence = ["autocorrelation", "disturbance"];
  return `${[
    "# Statistics of comparisons",
    "<!-- Written by `npm run bench -- S1`. -->",
    "Look up how often a comparison reports a change that does not exist, and which changes it detects. The numbers are from the simulator's event model, whose requests share batches and queues as in a serving engine.",
    `The simulation is ${results.hours.toLocaleString("en")} hours of one deployment at constant load, ${results.requests.toLocaleString("en")} requests in blocks of one minute. A pair is two different windows of this history. The disturbance multiplies the latencies of each block by a slowly changing random factor, which is drawn anew for each window. The column “disturbance” gives the standard deviation of the factor, and the lag-1 coefficient φ of its logarithm. The column “autocorrelation” is the lag-1 autocorrelation of the block means.`,
    "## False alarms",
    `A false alarm is a pair of windows without a change whose 95 % interval of the change excludes 0, before the margin is applied. The nominal rate is 5 %. Each number is from ${results.nullPairs.toLocaleString("en")} pairs.`,
    table(
      ["signal", ...dependence, ...lengths],
      results.falseAlarms.map((row) => [
        row.signal,
        ...describeDependence(row),
        ...row.rates.map(({ excludesZero }) => percent(excludesZero, 1)),
      ]),
    ),
    "The last row has the same autocorrelation as the row above it, but a weaker and slower disturbance, so more of its variation is independent noise. A short window contains few independent values of such a disturbance. Intervals of autocorrelated blocks are therefore widened, which lowers the rates of the other rows below 5 %. The goal is 5 ± 1.5 % without a disturbance, and at most 7 % at an autocorrelation of 0.8. At lower autocorrelations, fewer false alarms than 3.5 % are accepted: the widening cannot distinguish a short disturbance from the first values of a slow one. The standard error of each number is 0.5 percentage points.",
    "The next table has the verdicts of the same pairs. The margin is estimated from the windows of the same length. The three numbers are the fractions of pairs with the verdict “same”, with “better” or “worse”, and with “cannot tell”.",
    table(
      ["signal", ...dependence, ...lengths],
      results.falseAlarms.map((row) => [
        row.signal,
        ...describeDependence(row),
        ...row.rates.map(({ verdicts }) =>
          [verdicts.same, verdicts.better + verdicts.worse, verdicts["cannot-tell"]]
            .map((ratio) => percent(ratio))
            .join(" / "),
        ),
      ]),
    ),
    "## Power",
    `Latencies of the second window are multiplied by a known factor. The first number is the fraction of ${results.changedPairs} pairs whose 95 % interval excludes 0, the second the fraction with the verdict “worse”. The verdict also requires a change above the margin. If twice the standard deviation between windows exceeds 20 %, there is no margin and no verdict.`,
    table(
      [...dependence, "change of mean TTFT", ...lengths],
      results.power.map((row) => [
        ...describeDependence(row),
        `+${percent(row.change)}`,
        ...row.rates.map(
          ({ excludesZero, verdicts }) => `${percent(excludesZero)} / ${percent(verdicts.worse)}`,
        ),
      ]),
    ),
    "## Experiments that are inspected while they run",
    "Each simulated experiment has two arms of 200 blocks without a change, drawn from the first 1,500 blocks of the history. It is inspected after every block from the 20th on. A false alarm is an experiment with an always-valid p-value of at most 5 % at one or more of the 181 inspections. Each number is from 1,000 simulated experiments.",
    table(
      [...dependence, "false alarms"],
      results.sequential.map((row) => [...describeDependence(row), percent(row.falseAlarmRatio, 1)]),
    ),
  ].join("\n\n")}\n`;
}
