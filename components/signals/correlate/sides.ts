/** What Correlate asks for one side of the pair, and which row of the answer stands for it. */
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals";
import type { Statistic } from "@/lib/model/question";
import { absenceTitle } from "@/lib/format/absence";
import type { Panel } from "../panels";

const statistics: { readonly [Kind in SignalDefinition["kind"]]: readonly Statistic[] } = {
  distribution: ["p95", "mean"],
  counter: ["rate"],
  gauge: ["value"],
};

/** One side as a panel, so that it is read, kept fresh and told of trouble as every panel is. */
export function sidePanel(axis: "x" | "y", signal: SignalId): Panel {
  const { title, kind, displayUnit } = signalDefinition(signal);
  return {
    id: `${axis} ${signal}`,
    section: "Latency",
    title,
    signals: [signal],
    statistics: statistics[kind],
    draw: "lines",
    displayUnit,
  };
}

/** The percentile where one is had, else the mean; undefined where no row has any number. */
export function sideRow(answer: Answer): AnswerSeries | undefined {
  return answer.series.find(({ values }) => values.some((value) => value !== null));
}

/** Why a side has no number in the window, in a sentence. */
export function whyEmpty(answer: Answer): string {
  const [first] = answer.series;
  if (first === undefined) return "Nothing was answered.";
  if (first.headline.kind === "absent")
    return [`${absenceTitle(first.headline.reason)}.`, first.headline.detail, first.headline.flag ?? ""]
      .filter((part) => part !== "")
      .join(" ");
  const reason = first.absence[0]?.[2];
  return reason === undefined ? "The window has no point." : `${absenceTitle(reason)} in this window.`;
}

/** "TTFT p95", "requests": short, and unlike that of another statistic of the same signal. */
export function sideName({ signal, statistic }: AnswerSeries): string {
  const { label, kind } = signalDefinition(signal);
  return kind === "distribution" ? `${label} ${statistic}` : label;
}
