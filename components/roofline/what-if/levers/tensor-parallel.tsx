import type { Architecture } from "@/lib/model/roofline/architecture";
import { parseAsIntegerBetween } from "@/lib/client/url-parsers";
import { formatCount } from "@/lib/format/number";
import { OptionPicker } from "../what-if-fields";
import { defineLever } from "./lever";

const choices = [1, 2, 4, 8, 16, 32, 64];

/** Tensor parallelism must divide the query heads. */
const canSplit = ({ attention }: Architecture, count: number): boolean => attention.heads % count === 0;

/** What-if with another number of tensor-parallel GPUs. */
export const tensorParallel = defineLever({
  urlKey: "wtp",
  parser: parseAsIntegerBetween(1, 64),
  toChange: (count, { scenario }) => ({ parallelism: { ...scenario.parallelism, tensor: count } }),
  describeChange: (count) => `tensor parallel ${count}`,
  isPossible: (count, { scenario }) => canSplit(scenario.servedModel.shape, count),
  Control: ({ value, onChange, scenario }) => (
    <OptionPicker
      name="Tensor parallel"
      currentText={formatCount(scenario.parallelism.tensor)}
      value={value === null ? null : String(value)}
      options={choices
        .filter((count) => canSplit(scenario.servedModel.shape, count))
        .map((count) => [String(count), String(count)])}
      onPick={(picked) => onChange(picked === null ? null : Number(picked))}
    />
  ),
});
