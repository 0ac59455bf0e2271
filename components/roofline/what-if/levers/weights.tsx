import { weightFormatNames } from "@/lib/model/roofline/precision";
import { precisionTitle } from "@/lib/format/precision-names";
import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** What-if with another number format of the weights. */
export const WeightsLever: LeverControl<"weights"> = ({ value, onChange, scenario }) => (
  <OptionPicker
    name="Weights"
    currentText={precisionTitle(scenario.servedModel.formats.linear)}
    value={value}
    options={weightFormatNames.map((format) => [format, precisionTitle(format)])}
    onPick={(picked) => onChange(weightFormatNames.find((format) => format === picked) ?? null)}
  />
);
