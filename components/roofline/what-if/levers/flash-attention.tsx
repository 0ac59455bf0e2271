import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** What-if without FlashAttention. */
export const FlashAttentionLever: LeverControl<"flashAttention"> = ({ value, onChange }) => (
  <OptionPicker
    name="FlashAttention"
    currentText="on"
    value={value}
    options={[["off", "FlashAttention off: attention scores are written to GPU memory"]]}
    onPick={(picked) => onChange(picked === "off" ? "off" : null)}
  />
);
