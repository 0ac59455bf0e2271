import type { Architecture } from "@/lib/model/roofline/architecture";
import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** What-if with another number of KV heads. */
export const KvHeadsLever: LeverControl<"kvHeads"> = ({ value, onChange, scenario }) => {
  const { shape } = scenario.servedModel;
  const choices = kvHeadChoices(shape);
  if (choices.length <= 1) return null;
  return (
    <OptionPicker
      name="KV heads"
      currentText={String(shape.attention.kind === "grouped" ? shape.attention.kvHeads : "")}
      value={value === null ? null : String(value)}
      options={choices.map((count) => [String(count), headsName(count, shape)])}
      onPick={(picked) => onChange(picked === null ? null : Number(picked))}
    />
  );
};

/**
 * Returns the possible numbers of KV heads: the query heads divided by 1, 2, 4 and so on, as far as it is an
 * integer. Empty for latent attention, which has no KV heads.
 */
export function kvHeadChoices({
  attention,
}: {
  readonly attention: Architecture["attention"];
}): readonly number[] {
  if (attention.kind === "latent") return [];
  const { heads } = attention;
  return Array.from({ length: heads }, (_, index) => heads - index).filter(
    (count) => heads % count === 0 && Number.isInteger(Math.log2(heads / count)),
  );
}

function headsName(count: number, { attention }: Architecture): string {
  if (count === attention.heads) return `${count}, one per query head (MHA)`;
  return count === 1 ? "1 for all query heads (MQA)" : String(count);
}
