import { Slider } from "../what-if-fields";
import type { LeverControl } from "./lever";

const minSliderTokens = 128;
/** End of the slider when the model's maximum context is unknown. */
const defaultContextTokens = 131_072;

/** What-if with another mean context length. */
export const ContextTokensLever: LeverControl<"contextTokens"> = ({ value, onChange, scenario }) => (
  <Slider
    name="Context, tokens"
    currentValue={scenario.contextTokens}
    value={value}
    bounds={[
      minSliderTokens,
      Math.max(
        scenario.servedModel.shape.maxContextTokens ?? defaultContextTokens,
        Math.ceil(scenario.contextTokens),
      ),
    ]}
    onSlide={onChange}
  />
);
