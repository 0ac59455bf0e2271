/** Draft of the setting form. All fields are texts, and an empty text keeps the detected value. */
import type {
  EditSettingBody,
  RooflineSetting,
  SettingFactName,
} from "@/lib/contracts/roofline/roofline-setting";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";

export type SettingDraft = { readonly [N in SettingFactName]: string } & { readonly currency: string };

/** Returns the chosen values as a draft. Detected values are empty. */
export function draftOf(setting: RooflineSetting): SettingDraft {
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
    price: chosen("price", ({ perAcceleratorHour }) => String(perAcceleratorHour)),
    currency: chosen("price", ({ currency }) => currency),
  };
}

export type DraftErrors = Partial<Record<SettingFactName, string>>;

export interface SettingEdit {
  readonly body: EditSettingBody;
  readonly errors: DraftErrors;
}

const countNames = [
  "acceleratorCount",
  "tensorParallel",
  "pipelineParallel",
  "stepTokenBudget",
  "maxBatch",
] as const;

/** Returns the fields that differ from `before`, and the errors of invalid fields. */
export function editOf(draft: SettingDraft, before: SettingDraft): SettingEdit {
  const body: { -readonly [K in keyof EditSettingBody]: EditSettingBody[K] } = {};
  const errors: { -readonly [N in SettingFactName]?: string } = {};
  const isNew = (name: keyof SettingDraft): boolean => draft[name] !== before[name];
  for (const name of ["model", "accelerator"] as const)
    if (isNew(name)) body[name] = draft[name] === "" ? null : draft[name];
  if (isNew("weights")) body.weights = weightFormatNames.find((one) => one === draft.weights) ?? null;
  if (isNew("kv")) body.kv = kvFormatNames.find((one) => one === draft.kv) ?? null;
  if (isNew("isChunked")) body.isChunked = draft.isChunked === "" ? null : draft.isChunked === "true";
  for (const name of countNames) {
    if (!isNew(name)) continue;
    const text = draft[name].trim();
    if (text === "") body[name] = null;
    else if (/^[1-9]\d{0,5}$/.test(text)) body[name] = Number(text);
    else errors[name] = "must be an integer from 1 to 999,999";
  }
  if (isNew("price") || isNew("currency")) {
    const price = priceOf(draft);
    if (typeof price === "string") errors.price = price;
    else body.price = price;
  }
  return { body, errors };
}

function priceOf({ price, currency }: SettingDraft): NonNullable<EditSettingBody["price"]> | null | string {
  if (price.trim() === "") return null;
  const perAcceleratorHour = Number(price);
  if (!(perAcceleratorHour > 0 && perAcceleratorHour <= 1e6))
    return "must be a number above 0, at most 1,000,000";
  const code = currency.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return "requires a currency code of three letters, such as EUR";
  return { perAcceleratorHour, currency: code };
}
