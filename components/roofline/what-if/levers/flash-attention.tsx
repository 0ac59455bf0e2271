import { parseAsStringLiteral } from "nuqs";
import { Pick } from "../what-if-fields";
import { defineLever } from "./lever";

/** Attention without FlashAttention. */
export const flashAttention = defineLever({
  urlKey: "wflash",
  parser: parseAsStringLiteral(["off"]),
  changeOf: () => ({ isFlash: false }),
  textOf: () => "without FlashAttention",
  Control: ({ value, onChange }) => (
    <Pick
      name="FlashAttention"
      now="on"
      value={value}
      options={[["off", "off: scores are written to memory"]]}
      onPick={(picked) => onChange(picked === "off" ? "off" : null)}
    />
  ),
});
