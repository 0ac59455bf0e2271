import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatDuration } from "@/lib/format/time";
import { arrivalPatternText, requestCountingText } from "@/lib/sentences/baselines/load-text";
import { DetailSection, FactList, type NamedFact } from "./fact-list";

type Load = NonNullable<BaselineResponse["document"]>["load"];

const absent = <span className="text-ink-3">not measured</span>;

/** The requests that arrived in the window, and the settings of a load test. */
export function LoadSection({ load }: { readonly load: Load }) {
  return (
    <DetailSection title="Load" note="Windows can be compared only if their loads differ by at most 20 %.">
      <FactList facts={[...listMeasuredFacts(load), ...listEnteredFacts(load.entered)]} />
    </DetailSection>
  );
}

function listMeasuredFacts(load: Load): readonly NamedFact[] {
  const rate = (value: number) => formatWithUnit(value, "requests-per-second", "req/s");
  const tokens = (value: number) => formatWithUnit(value, "tokens", "tokens");
  return [
    createFact("Arrival rate", load.requestsPerSecond, rate),
    createFact("Arrival rate per ready instance", load.requestsPerSecondPerInstance, rate),
    ...(load.requestsPerSecond === null
      ? []
      : [{ name: "Arrivals are computed from", value: requestCountingText(load.requestCounting) }]),
    createFact("Mean ready instances", load.meanInstanceCount, formatNumber),
    createFact("Arrivals", load.dispersionIndex, arrivalPatternText),
    createFact("Mean prompt length", load.meanPromptTokens, tokens),
    createFact("Mean output length", load.meanOutputTokens, tokens),
    createFact("Mean running requests", load.meanRunningRequests, (value) =>
      formatWithUnit(value, "requests", "requests"),
    ),
  ];
}

/** Settings that a person entered. A load without a test has none. */
function listEnteredFacts({
  users,
  spawnRatePerSecond,
  durationSeconds,
}: Load["entered"]): readonly NamedFact[] {
  return [
    ...(users === undefined ? [] : [{ name: "Users of the load test", value: formatCount(users) }]),
    ...(spawnRatePerSecond === undefined
      ? []
      : [{ name: "Spawn rate of the load test", value: `${formatCount(spawnRatePerSecond)} users/s` }]),
    ...(durationSeconds === undefined
      ? []
      : [{ name: "Duration of the load test", value: formatDuration(durationSeconds * 1_000) }]),
  ];
}

function createFact(name: string, value: number | null, format: (value: number) => string): NamedFact {
  return { name, value: value === null ? absent : format(value) };
}
