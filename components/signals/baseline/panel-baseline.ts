/** The value of a baseline in one panel, or the reason why it has no value. */
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { displayFactor, formatValue, formatWithUnit, thinSpace } from "@/lib/format/number";
import { quantiles, type QuantileName } from "@/lib/model/question";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { Unit } from "@/lib/model/units";
import type { BaselineLevel } from "@/components/charts/prepare/time-series";
import { getUsualRangeStatistic } from "@/components/signals/panels/usual-band";
import type { Panel } from "@/components/signals/panels/panels";

type Measured = NonNullable<BaselineResponse["measured"]>;

/** Baseline that is drawn in the panels. */
export interface ShownBaseline {
  readonly id: string;
  /** "baseline Before the upgrade, 3 d old". */
  readonly label: string;
  readonly measured: Measured;
}

/** Value of the baseline in one panel. */
export interface PanelBaseline {
  /** Value with interval for the chart. Null if the baseline has no value of the panel's headline statistic. */
  readonly level: BaselineLevel | null;
  /** Text for the summary line: the value, or "baseline: not measured". */
  readonly summary: string;
  /** Sentence for the table. */
  readonly note: string;
}

interface Estimate {
  readonly value: number;
  readonly interval: BaselineLevel["interval"];
  readonly unit: Unit;
}

/**
 * Returns the baseline's value of the panel's headline statistic. Undefined for a panel that shows phases as fractions
 * of the request time.
 */
export function describePanelBaseline(
  panel: Panel,
  { label, measured }: Pick<ShownBaseline, "label" | "measured">,
): PanelBaseline | undefined {
  if (panel.drawAs === "shares") return undefined;
  const { signal, statistic } = getUsualRangeStatistic(panel);
  const name = `${signalDefinition(signal).label}${statistic in quantiles ? ` ${statistic}` : ""}`;
  const estimate = findEstimate(measured, panel);
  if (estimate === undefined)
    return {
      level: null,
      summary: "baseline: not measured",
      note: `${capitalise(label)}, has no ${name}: it was not measured in the baseline's window.`,
    };
  const { value, interval, unit } = estimate;
  const factor = displayFactor(unit, panel.displayUnit);
  const write = (amount: number): string => formatWithUnit(amount, unit, panel.displayUnit);
  const text = `${write(value)}${interval === null ? "" : ` (95${thinSpace}% interval ${levelIntervalText(interval, panel, unit)})`}`;
  const subject = panel.signals.length > 1 ? ` of ${name}` : "";
  return {
    level: {
      label,
      value: value * factor,
      interval:
        interval === null
          ? null
          : {
              lower: interval.lower * factor,
              upper: interval.upper === null ? null : interval.upper * factor,
            },
      text,
    },
    summary: `baseline${subject} ${write(value)}`,
    note: `${capitalise(label)}: ${name} ${text}.`,
  };
}

function findEstimate({ distributions, rates, gauges }: Measured, panel: Panel): Estimate | undefined {
  const { signal, statistic } = getUsualRangeStatistic(panel);
  const { unit } = signalDefinition(signal);
  const rateOf = (id: string): number | undefined => rates.find((one) => one.signal === id)?.perSecond;
  const alone = (value: number | undefined, of = unit): Estimate | undefined =>
    value === undefined || !Number.isFinite(value) ? undefined : { value, interval: null, unit: of };
  const distribution = distributions.find((one) => one.signal === signal);
  if (statistic in quantiles) {
    const level = quantiles[statistic as QuantileName];
    const found = distribution?.quantiles.find(({ quantile }) => quantile === level);
    return found && { value: found.value, interval: { lower: found.lower, upper: found.upper }, unit };
  }
  switch (statistic) {
    case "mean":
      return alone(distribution?.mean ?? undefined);
    case "rate":
      return alone(rateOf(signal));
    case "ratio-to-requests":
      return alone((rateOf(signal) ?? Number.NaN) / (rateOf("requests") ?? Number.NaN), "ratio");
    case "value":
      return alone(gauges.find((one) => one.signal === signal)?.mean);
    default:
      return undefined;
  }
}

function levelIntervalText(
  { lower, upper }: NonNullable<BaselineLevel["interval"]>,
  { displayUnit }: Panel,
  unit: Unit,
): string {
  const from = formatValue(lower, unit, displayUnit).text;
  return upper === null ? `from ${from}` : `${from}–${formatValue(upper, unit, displayUnit).text}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
