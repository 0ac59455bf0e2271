import { parseAsStringLiteral } from "nuqs";
import { weightFormatNames } from "@/lib/model/roofline/precision";
import { formatName } from "@/lib/format/precision-names";
import { Pick } from "../what-if-fields";
import { defineLever } from "./lever";

/** Number format of the weights. */
export const weights = defineLever({
  urlKey: "ww",
  parser: parseAsStringLiteral(weightFormatNames),
  changeOf: (format) => ({ weights: format }),
  textOf: (format) => `weights ${formatName(format)}`,
  Control: ({ value, onChange, scenario }) => (
    <Pick
      name="Weights"
      now={formatName(scenario.served.plan.linear)}
      value={value}
      options={weightFormatNames.map((format) => [format, formatName(format)])}
      onPick={(picked) => onChange(weightFormatNames.find((format) => format === picked) ?? null)}
    />
  ),
});
