import { parseAsStringLiteral } from "nuqs/server";
import { weightFormatNames } from "@/lib/model/roofline/precision";
import { precisionTitle } from "@/lib/format/precision-names";
import { OptionPicker } from "../what-if-fields";
import { defineLever } from "./lever";

/** What-if with another number format of the weights. */
export const weights = defineLever({
  urlKey: "ww",
  parser: parseAsStringLiteral(weightFormatNames),
  toChange: (format) => ({ weights: format }),
  describeChange: (format) => `weights ${precisionTitle(format)}`,
  Control: ({ value, onChange, scenario }) => (
    <OptionPicker
      name="Weights"
      currentText={precisionTitle(scenario.servedModel.formats.linear)}
      value={value}
      options={weightFormatNames.map((format) => [format, precisionTitle(format)])}
      onPick={(picked) => onChange(weightFormatNames.find((format) => format === picked) ?? null)}
    />
  ),
});
