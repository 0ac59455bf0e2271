import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** What-if with a different GPU. It has no effect until the list of GPUs is loaded. */
export const AcceleratorLever: LeverControl<"accelerator"> = ({
  value,
  onChange,
  scenario,
  accelerators,
}) => (
  <OptionPicker
    name="GPU"
    currentText={scenario.accelerator.name}
    value={value}
    options={(accelerators ?? []).map(({ id, name }) => [id, name])}
    onPick={onChange}
  />
);
