/** Schema of the setting form. All fields are texts, and an empty text selects the detected value. */
import { fail, succeed } from "@/lib/base/result";
import type {
  EditRooflineSettingBody,
  RooflineSetting,
  SettingFactName,
} from "@/lib/contracts/roofline/roofline-setting";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";
import {
  nullIfEmpty,
  parseOption,
  positiveNumber,
  textField,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Texts in the fields of the roofline setting form. */
export type SettingDraft = { readonly [N in Exclude<SettingFactName, "price">]: string } & {
  readonly price: { readonly perAcceleratorHour: string; readonly currency: string };
};

/** Fills the form with the chosen values. Fields with detected values are empty. */
export function toSettingDraft(setting: RooflineSetting): SettingDraft {
  const chosen = <N extends SettingFactName>(
    name: N,
    text: (value: Extract<RooflineSetting[N], { state: "known" }>["value"]) => string,
  ): string => {
    const fact = setting[name];
    return fact.state === "known" && fact.origin.kind === "chosen" ? text(fact.value) : "";
  };
  return {
    model: chosen("model", ({ id }) => id),
    weights: chosen("weights", String),
    kv: chosen("kv", String),
    accelerator: chosen("accelerator", ({ id }) => id),
    acceleratorCount: chosen("acceleratorCount", String),
    tensorParallel: chosen("tensorParallel", String),
    pipelineParallel: chosen("pipelineParallel", String),
    isChunked: chosen("isChunked", String),
    stepTokenBudget: chosen("stepTokenBudget", String),
    maxBatch: chosen("maxBatch", String),
    price: {
      perAcceleratorHour: chosen("price", ({ perAcceleratorHour }) => String(perAcceleratorHour)),
      currency: chosen("price", ({ currency }) => currency),
    },
  };
}

const id = textField(nullIfEmpty(succeed));
const count = textField(
  nullIfEmpty((text) =>
    /^[1-9]\d{0,5}$/.test(text) ? succeed(Number(text)) : fail("must be an integer from 1 to 999,999"),
  ),
);
const price = z.pipe(
  z.object({
    perAcceleratorHour: textField(nullIfEmpty(positiveNumber({ max: 1e6 }))),
    currency: z.string(),
  }),
  z.transform(({ perAcceleratorHour, currency: text }, { issues }) => {
    if (perAcceleratorHour === null) return null;
    const currency = text.trim().toUpperCase();
    const message = "requires a currency code of three letters, such as EUR";
    if (!/^[A-Z]{3}$/.test(currency))
      issues.push({ code: "custom", path: ["currency"], message, input: text });
    return { perAcceleratorHour, currency };
  }),
);

/** Converts the texts to the body of the request. An edit sends only the changed fields. */
export const settingSchema: FormSchema<SettingDraft, EditRooflineSettingBody> = z.object({
  model: id,
  weights: textField(nullIfEmpty(parseOption(weightFormatNames))),
  kv: textField(nullIfEmpty(parseOption(kvFormatNames))),
  accelerator: id,
  acceleratorCount: count,
  tensorParallel: count,
  pipelineParallel: count,
  isChunked: z.pipe(
    z.string(),
    z.transform((text) => (text === "" ? null : text === "true")),
  ),
  stepTokenBudget: count,
  maxBatch: count,
  price,
});
