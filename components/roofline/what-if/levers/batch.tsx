import { Slider } from "../what-if-fields";
import type { LeverControl } from "./lever";

/** End of the slider. A link may have a larger batch. */
const maxSliderBatch = 1_024;

/** What-if with another batch size. */
export const BatchLever: LeverControl<"batch"> = ({ value, onChange, scenario }) => (
  <Slider
    name="Batch"
    currentValue={scenario.batch}
    value={value}
    bounds={[1, Math.max(maxSliderBatch, Math.ceil(scenario.batch))]}
    onSlide={onChange}
  />
);
