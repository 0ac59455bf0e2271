import { OptionPicker } from "../what-if-fields";
import type { LeverControl } from "./lever";

const usualAcceptedPercent = 70;

/** What-if with speculative decoding by n-grams or a small head, whose weights are negligible. */
export const SpeculationLever: LeverControl<"speculation"> = ({ value, onChange }) => (
  <>
    <OptionPicker
      name="Speculative decoding"
      currentText="none"
      value={value === null ? null : String(value.draftTokens)}
      options={[1, 2, 3, 4, 5, 8].map((count) => [String(count), `${count} draft tokens`])}
      onPick={(count) =>
        onChange(
          count === null
            ? null
            : {
                draftTokens: Number(count),
                acceptedPercent: value?.acceptedPercent ?? usualAcceptedPercent,
              },
        )
      }
    />
    {value !== null && (
      <OptionPicker
        name="Acceptance rate"
        currentText={null}
        value={String(value.acceptedPercent)}
        options={[30, 40, 50, 60, 70, 80, 90].map((percent) => [String(percent), `${percent} %`])}
        onPick={(percent) => onChange({ ...value, acceptedPercent: Number(percent) })}
      />
    )}
  </>
);
