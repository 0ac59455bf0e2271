import { kvFormatNames } from "@/lib/model/roofline/precision";
import { precisionTitle } from "@/lib/format/precision-names";
import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** What-if with another number format of the KV cache. */
export const KvFormatLever: LeverControl<"kvFormat"> = ({ value, onChange, scenario }) => (
  <OptionPicker
    name="KV cache"
    currentText={precisionTitle(scenario.servedModel.formats.kv)}
    value={value}
    options={kvFormatNames.map((format) => [format, precisionTitle(format)])}
    onPick={(picked) => onChange(kvFormatNames.find((format) => format === picked) ?? null)}
  />
);
