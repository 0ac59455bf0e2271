import { parseAsStringLiteral } from "nuqs/server";
import { OptionPicker } from "../what-if-fields";
import { defineLever } from "./lever";

/** What-if without FlashAttention. */
export const flashAttention = defineLever({
  urlKey: "wflash",
  parser: parseAsStringLiteral(["off"]),
  toChange: () => ({ usesFlashAttention: false }),
  describeChange: () => "without FlashAttention",
  Control: ({ value, onChange }) => (
    <OptionPicker
      name="FlashAttention"
      currentText="on"
      value={value}
      options={[["off", "FlashAttention off: attention scores are written to GPU memory"]]}
      onPick={(picked) => onChange(picked === "off" ? "off" : null)}
    />
  ),
});
