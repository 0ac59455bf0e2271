import { parseAsStringLiteral } from "nuqs";
import { kvFormatNames } from "@/lib/model/roofline/precision";
import { formatName } from "@/lib/format/precision-names";
import { Pick } from "../what-if-fields";
import { defineLever } from "./lever";

/** Number format of the KV cache. */
export const kvFormat = defineLever({
  urlKey: "wkv",
  parser: parseAsStringLiteral(kvFormatNames),
  changeOf: (format) => ({ kv: format }),
  textOf: (format) => `KV ${formatName(format)}`,
  Control: ({ value, onChange, scenario }) => (
    <Pick
      name="KV cache"
      now={formatName(scenario.served.plan.kv)}
      value={value}
      options={kvFormatNames.map((format) => [format, formatName(format)])}
      onPick={(picked) => onChange(kvFormatNames.find((format) => format === picked) ?? null)}
    />
  ),
});
