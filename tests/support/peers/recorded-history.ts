/**
 * Recorded expositions of real products as a history for a frozen Prometheus. The counters and histograms of a recording
 * grow from zero to `factor` times their recorded values, as if its load lasted for the complete history.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "@/tests/architecture/source-files";

export interface RecordedTarget {
  /** File name in the folder of the recording, without its suffix. */
  readonly file: string;
  readonly job: string;
  readonly instance: string;
  /** Second of the history from which on the target fails its scrapes. */
  readonly failsFromSeconds?: number;
  /** Second of the history at which the process restarts, so that its counters begin at zero again. */
  readonly restartsAt?: number;
  /** Returns the exposition with changes, such as other values or labels. */
  readonly edit?: (text: string) => string;
}

export interface RecordedHistory {
  /** Folder in `tests/support/peers/recorded`. */
  readonly folder: string;
  readonly targets: readonly RecordedTarget[];
  readonly endMs: number;
  readonly seconds: number;
  readonly factor: number;
}

const spacingSeconds = 15;

/** Returns the history as OpenMetrics text. */
export function readRecordedHistory(history: RecordedHistory): string {
  return [...history.targets.flatMap((target) => targetLines(target, history)), "# EOF\n"].join("\n");
}

function targetLines(
  {
    file,
    job,
    instance,
    failsFromSeconds = Infinity,
    restartsAt = Infinity,
    edit = (text) => text,
  }: RecordedTarget,
  { folder, endMs, seconds, factor }: RecordedHistory,
): readonly string[] {
  const text = edit(
    readFileSync(path.join(root, "tests/support/peers/recorded", folder, `${file}.txt`), "utf8"),
  );
  const gauges = new Set([...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name));
  const times = Array.from({ length: seconds / spacingSeconds + 1 }, (_, index) => index * spacingSeconds);
  const target = `job="${job}",instance="${instance}"`;
  const start = endMs / 1_000 - seconds;
  const alive = times.filter((at) => at < failsFromSeconds);
  const samples = [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)];
  return [
    ...times.map((at) => `up{${target}} ${at < failsFromSeconds ? 1 : 0} ${start + at}`),
    ...samples.flatMap(([, name = "", labels = "", value = ""]) => {
      const allLabels = [labels, target].filter((part) => part !== "").join(",");
      const sinceStart = (at: number): number => (at < restartsAt ? at : at - restartsAt);
      const valueAt = (at: number): number =>
        gauges.has(name) ? Number(value) : (Number(value) * factor * sinceStart(at)) / seconds;
      return alive.map((at) => `${name}{${allLabels}} ${valueAt(at)} ${start + at}`);
    }),
  ];
}
