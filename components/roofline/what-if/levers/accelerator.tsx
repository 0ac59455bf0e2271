import { parseAsEntryId } from "@/lib/client/url-parsers";
import { OptionPicker } from "../what-if-fields";
import { defineLever, type LeverContext } from "./lever";

const entryOf = (id: string, { accelerators }: LeverContext) => accelerators?.find((one) => one.id === id);

/** What-if with a different GPU. It has no effect until the list of GPUs is loaded. */
export const accelerator = defineLever({
  urlKey: "wgpu",
  parser: parseAsEntryId,
  toChange: (id, context) => {
    const entry = entryOf(id, context);
    return entry === undefined ? {} : { accelerator: entry };
  },
  describeChange: (id, context) =>
    id === context.scenario.accelerator.id ? null : (entryOf(id, context)?.name ?? null),
  isPossible: (id, context) => context.accelerators === null || entryOf(id, context) !== undefined,
  Control: ({ value, onChange, scenario, accelerators }) => (
    <OptionPicker
      name="GPU"
      currentText={scenario.accelerator.name}
      value={value}
      options={(accelerators ?? []).map(({ id, name }) => [id, name])}
      onPick={onChange}
    />
  ),
});
