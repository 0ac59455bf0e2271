import { parseAsIntegerBetween } from "@/lib/client/url-parsers";
import { formatCount } from "@/lib/format/number";
import { Slider } from "../what-if-fields";
import { defineLever } from "./lever";

const minSliderTokens = 128;
/** End of the slider when the model's maximum context is unknown. */
const defaultContextTokens = 131_072;

/** Mean context length of a sequence. */
export const contextTokens = defineLever({
  urlKey: "wc",
  parser: parseAsIntegerBetween(1, 10_000_000),
  changeOf: (tokens) => ({ contextTokens: tokens }),
  textOf: (tokens) => `context ${formatCount(tokens)}`,
  Control: ({ value, onChange, scenario }) => (
    <Slider
      name="Context, tokens"
      now={scenario.contextTokens}
      value={value}
      bounds={[
        minSliderTokens,
        Math.max(
          scenario.served.shape.maxContextTokens ?? defaultContextTokens,
          Math.ceil(scenario.contextTokens),
        ),
      ]}
      onSlide={onChange}
    />
  ),
});
