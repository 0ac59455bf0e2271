/** States why a deployment has no operating point. */
import type { RooflineSetting } from "@/lib/contracts/roofline/roofline-setting";
import { sentence, strongPart, textPart, type MutableSentence } from "./sentence-parts";

interface UnavailableContext {
  readonly rooflineSetting: RooflineSetting;
  /** Null while a required fact is unknown. */
  readonly sharedPoolSetting: object | null;
}

interface EngineCount {
  readonly engineCount: number | null;
}

interface ObservedEngines {
  readonly pools: readonly { readonly hardwareFacts: EngineCount }[];
  readonly hardwareFacts: EngineCount;
}

/** Returns why there is no operating point: a part of the setting is unknown, or nothing runs. */
export function describeUnavailable(
  { rooflineSetting, sharedPoolSetting }: UnavailableContext,
  { pools, hardwareFacts }: ObservedEngines,
): MutableSentence {
  if (sharedPoolSetting === null)
    return sentence(
      textPart(
        `To compute operating points, set ${rooflineSetting.missing.map(missingFactText).join(", ")}.`,
      ),
      ...(hardwareFacts.engineCount === null ? [] : sharingErrors(rooflineSetting)),
    );
  if (pools.length === 0) return sentence(textPart("No engine of this deployment serves requests."));
  return sentence(
    textPart(
      pools.every((pool) => pool.hardwareFacts.engineCount === null)
        ? "No engine of this deployment is running."
        : "The hardware table has no peak of this GPU for the model’s precision. Add it under Settings › Hardware.",
    ),
  );
}

/** Returns that the window has no data, with the reason and the next step. An input cannot be missing then. */
export function describeEmptyWindow(sourceSlug: string, deploymentTitle: string): MutableSentence {
  return sentence(
    strongPart("No data in this window."),
    textPart(` ${sourceSlug} has no samples of ${deploymentTitle} for this time. Choose another window.`),
  );
}

/** Returns why the accelerators cannot be divided among the running engines. */
function sharingErrors({ acceleratorCount, tensorParallel, missing }: RooflineSetting): MutableSentence {
  if (acceleratorCount.state === "unknown" || !missing.includes("tensorParallel")) return [];
  const reasons =
    tensorParallel.state === "unknown" ? [tensorParallel.unknownReason] : tensorParallel.warnings;
  return reasons.map((reason) => textPart(` ${reason}`));
}

const missingFactTexts: Readonly<Record<string, string>> = {
  model: "the model",
  accelerator: "the GPU",
  acceleratorCount: "the number of GPUs",
  tensorParallel: "the number of GPUs per instance",
};
const missingFactText = (name: string): string => missingFactTexts[name] ?? name;
