/**
 * Reads deployments with two names of a histogram, or with a contradicting sum, from a real Prometheus, and compares
 * percentiles, means and counts with the observations of the targets.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { Reading } from "@/lib/model/reading";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture } from "@/tests/support/server/frozen-fixture";
import { writeExpositions } from "@/tests/support/histories/strange-expositions";
import { makeDoubleCase, type DoubleCase, type NamedObservations } from "./make-double-case";

const firstEndMs = Date.UTC(2028, 9, 1, 12);
const hourMs = 3_600_000;
const times = Array.from({ length: 61 }, (_, index) => index * 15);
const windowSeconds = 300;

/** Returns the false statements about cases `from` to `to` (exclusive). */
export async function judgeDoubleCases(from: number, to: number): Promise<readonly string[]> {
  const endMs = firstEndMs + from * hourMs;
  const cases = Array.from({ length: to - from }, (_, index) => makeDoubleCase(from + index));
  const expositions = Object.fromEntries(cases.map(({ model, exposition }) => [model, exposition]));
  const fixture = await openFrozenFixture(writeExpositions(expositions, endMs, times), endMs);
  try {
    await discoverDeployments();
    const { deployments } = await readKnownDeployments(allSources);
    const claims = await Promise.all(
      cases.map(async (one) => {
        const found = deployments.find(({ model }) => model === one.model);
        const name = `${one.model} ${one.signal} ${JSON.stringify(one.targets)}`;
        if (found === undefined) return [`${name}: not discovered`];
        return (await claimsAbout(one, found.slug)).map((claim) => `${name}: ${claim}`);
      }),
    );
    return claims.flat();
  } finally {
    await fixture.close();
  }
}

/** Engines whose names are of different senders that measure the same requests, so that only the first name counts. */
const enginesWithOneName: readonly EngineId[] = ["otel-genai"];

async function claimsAbout(
  { engine, signal, targets }: DoubleCase,
  slug: string,
): Promise<readonly string[]> {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: ["p50", "mean"],
      scope: { deployment: slug },
      window: { from: "now-12m", to: "now" },
    },
    { sourceScope: allSources, maxPoints: 60 },
  );
  const headline = (statistic: string): Reading | undefined =>
    series.find((one) => one.statistic === statistic)?.headline;
  const [p50, mean] = [headline("p50"), headline("mean")];
  if (p50?.kind !== "present" || mean === undefined) return [`no median: ${JSON.stringify(p50)}`];
  const choices = [
    ...chooseNames(targets),
    ...(enginesWithOneName.includes(engine) ? ofFirstName(targets) : []),
  ];
  const fitting = choices.filter((choice) => isCountOf(p50.n, choice) && isMedianOf(p50.value, choice));
  return [
    ...(fitting.length === 0 ? [`the median joins names: ${p50.value}, n ${p50.n}`] : []),
    ...(mean.kind === "present" && !fitting.some((choice) => isMeanOf(mean, choice))
      ? [`the mean is of other observations: ${mean.value}, n ${mean.n}`]
      : []),
    ...(mean.kind === "absent" && fitting.some((choice) => choice.every(hasPossibleMean))
      ? [`the mean is missing: ${mean.reason}: ${mean.detail}`]
      : []),
    ...(mean.kind === "absent" &&
    /existed before|no such metric/.test(mean.detail) &&
    targets.flat().every((one) => one.mean !== null)
      ? [`false reason: ${mean.detail}`]
      : []),
  ];
}

/** Returns all choices of one name per target. */
function chooseNames(targets: DoubleCase["targets"]): readonly (readonly NamedObservations[])[] {
  const none: readonly (readonly NamedObservations[])[] = [[]];
  return targets.reduce(
    (choices, names) => choices.flatMap((choice) => names.map((name) => [...choice, name])),
    none,
  );
}

/** Returns the observations of the newest name at all targets that expose it. */
function ofFirstName(targets: DoubleCase["targets"]): readonly (readonly NamedObservations[])[] {
  const newest = targets.flatMap((names) => names.filter(({ lower }) => lower < 0.1));
  return newest.length === 0 ? [] : [newest];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const isNear = (value: number, expected: number): boolean => Math.abs(value / expected - 1) < 0.01;
const rateOf = (choice: readonly NamedObservations[]): number =>
  sumOf(choice.map(({ perSecond }) => perSecond));

const isCountOf = (n: number | undefined, choice: readonly NamedObservations[]): boolean =>
  n !== undefined && isNear(n, rateOf(choice) * windowSeconds);

/** Returns whether half of the observations are at or below the value. */
function isMedianOf(value: number, choice: readonly NamedObservations[]): boolean {
  const sorted = choice.toSorted((a, b) => a.upper - b.upper);
  const half = rateOf(choice) / 2;
  const index = sorted.findIndex(
    (_, at) => sumOf(sorted.slice(0, at + 1).map((one) => one.perSecond)) >= half,
  );
  const middle = sorted[index];
  return middle !== undefined && value >= middle.lower && value <= middle.upper;
}

const hasPossibleMean = ({ mean, lower, upper }: NamedObservations): boolean =>
  mean !== null && mean >= lower && mean <= upper;

/** Returns whether the mean is that of the choice. A mean outside of the buckets, or without a sum, is refused. */
function isMeanOf(
  { value, n }: Extract<Reading, { kind: "present" }>,
  choice: readonly NamedObservations[],
): boolean {
  const total = sumOf(choice.map(({ mean, perSecond }) => (mean ?? Number.NaN) * perSecond));
  return choice.every(hasPossibleMean) && isCountOf(n, choice) && isNear(value, total / rateOf(choice));
}
