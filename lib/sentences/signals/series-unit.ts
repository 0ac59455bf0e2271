/** Units in which files and reports state the values of a series. */
import type { AnswerSeries } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { DisplayUnit, Unit } from "@/lib/model/units";

const usualDisplayUnits: Readonly<Record<Unit, DisplayUnit>> = {
  seconds: "s",
  ratio: "%",
  requests: "requests",
  "requests-per-second": "req/s",
  tokens: "tokens",
  "tokens-per-second": "tokens/s",
  "events-per-second": "per s",
  bytes: "GB",
  "bytes-per-second": "GB/s",
  watts: "W",
  celsius: "°C",
  hertz: "MHz",
  "flops-per-second": "TFLOP/s",
  "flop-per-byte": "FLOP/B",
  cores: "cores",
  connections: "connections",
  number: "loss",
};

/**
 * Returns the display unit of a series: that of its signal, or the usual one if the statistic has another unit than the
 * signal.
 */
export function displayUnitOf({ signal, unit }: Pick<AnswerSeries, "signal" | "unit">): DisplayUnit {
  const definition = signalDefinition(signal);
  return definition.unit === unit ? definition.displayUnit : usualDisplayUnits[unit];
}
