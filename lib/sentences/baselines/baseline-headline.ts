/** Headline of a baseline: its latency with the interval, and the load at which it was measured. */
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatValue, thinSpace } from "@/lib/format/number";
import { quantileParts, type Sentence, type SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { baselineIntervalText } from "./baseline-interval-text";

type Measured = NonNullable<BaselineResponse["measured"]>;

const headlineSignals: readonly SignalId[] = ["ttft", "e2e", "train-step-time"];
const headlineQuantile = 0.95;

const plain = (text: string): SentencePart => ({ kind: "text", text });

/** Returns the main values of a baseline as the part of a sentence that follows the name of the baseline. */
export function describeBaseline(measured: Measured | null): Sentence {
  if (measured === null) return [];
  const latency = latencyParts(measured);
  const requests = measured.rates.find(({ signal }) => signal === "requests");
  const load: Sentence =
    requests === undefined
      ? [plain(".")]
      : [
          plain(" at "),
          { kind: "number", value: requests.perSecond, unit: requests.unit, displayUnit: "req/s" },
          plain("."),
        ];
  return latency === null ? [plain("no latency was measured.")] : [...latency, ...load];
}

function latencyParts({ distributions }: Measured): Sentence | null {
  for (const id of headlineSignals) {
    const found = distributions.find(({ signal }) => signal === id);
    const { label, unit, displayUnit } = signalDefinition(id);
    const estimate = found?.quantiles.find(({ quantile }) => quantile === headlineQuantile);
    const interval = estimate ?? found?.meanInterval ?? null;
    const value = estimate?.value ?? found?.mean ?? null;
    if (value === null) continue;
    const name = `${label} ${estimate === undefined ? "mean" : "p95"}`;
    const unitText = formatValue(value, unit, displayUnit).unit;
    const range =
      interval === null
        ? ""
        : ` (95${thinSpace}% interval ${keepTogether(baselineIntervalText(interval, unit, displayUnit))}${thinSpace}${unitText})`;
    const number = { kind: "number", value, unit, displayUnit } as const;
    return [plain(`${name} was `), ...quantileParts(number, estimate?.bucket ?? null), plain(range)];
  }
  return null;
}

/** Keeps an interval on one line: a word joiner on each side of the dash. */
function keepTogether(text: string): string {
  return text.replace("–", "\u2060–\u2060");
}
