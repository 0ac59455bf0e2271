import { parseAsIntegerBetween } from "@/lib/client/url-parsers";
import { formatCount } from "@/lib/format/number";
import { Slider } from "../what-if-fields";
import { defineLever } from "./lever";

/** End of the slider. A link may have a larger batch. */
const maxSliderBatch = 1_024;

/** What-if with another batch size. */
export const batch = defineLever({
  urlKey: "wb",
  parser: parseAsIntegerBetween(1, 100_000),
  toChange: (sequences) => ({ batch: sequences }),
  describeChange: (sequences) => `batch ${formatCount(sequences)}`,
  Control: ({ value, onChange, scenario }) => (
    <Slider
      name="Batch"
      currentValue={scenario.batch}
      value={value}
      bounds={[1, Math.max(maxSliderBatch, Math.ceil(scenario.batch))]}
      onSlide={onChange}
    />
  ),
});
