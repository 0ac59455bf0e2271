import { canSplitHeads } from "@/lib/analysis/roofline/what-if/levers";
import { formatCount } from "@/lib/format/number";
import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

const choices = [1, 2, 4, 8, 16, 32, 64];

/** What-if with another number of tensor-parallel GPUs. */
export const TensorParallelLever: LeverControl<"tensorParallel"> = ({ value, onChange, scenario }) => (
  <OptionPicker
    name="Tensor parallel"
    currentText={formatCount(scenario.parallelism.tensor)}
    value={value === null ? null : String(value)}
    options={choices
      .filter((count) => canSplitHeads(scenario.servedModel.shape, count))
      .map((count) => [String(count), String(count)])}
    onPick={(picked) => onChange(picked === null ? null : Number(picked))}
  />
);
