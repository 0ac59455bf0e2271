import { createParser } from "nuqs/server";
import { expectedAcceptedTokens } from "@/lib/analysis/roofline/what-if/change";
import { OptionPicker } from "../what-if-fields";
import { defineLever } from "./lever";

/** Number of draft tokens, and the percentage of them that is accepted. */
interface SpeculationChoice {
  readonly draftTokens: number;
  readonly acceptedPercent: number;
}

const maxDraftTokens = 16;
const usualAcceptedPercent = 70;

const parser = createParser<SpeculationChoice>({
  parse: (text) => {
    const [, draft, accepted] = /^(\d{1,2}):(\d{1,3})$/.exec(text) ?? [];
    const choice = { draftTokens: Number(draft), acceptedPercent: Number(accepted) };
    const isUsable =
      choice.draftTokens >= 1 && choice.draftTokens <= maxDraftTokens && choice.acceptedPercent <= 100;
    return isUsable ? choice : null;
  },
  serialize: ({ draftTokens, acceptedPercent }) => `${draftTokens}:${acceptedPercent}`,
  eq: (a, b) => a.draftTokens === b.draftTokens && a.acceptedPercent === b.acceptedPercent,
});

/** What-if with speculative decoding by n-grams or a small head, whose weights are negligible. */
export const speculation = defineLever({
  urlKey: "wspec",
  parser,
  toChange: ({ draftTokens, acceptedPercent }) => ({
    speculation: {
      draftTokens,
      acceptedTokens: expectedAcceptedTokens(acceptedPercent / 100, draftTokens),
      // N-gram lookup and a small head read almost no weights.
      draftWeightBytes: 0,
    },
  }),
  describeChange: ({ draftTokens }) => `${draftTokens} draft tokens`,
  Control: ({ value, onChange }) => (
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
  ),
});
