"use client";

import type { Architecture } from "@/lib/model/roofline/architecture";
import { kvFormatNames, weightFormatNames } from "@/lib/model/roofline/precision";
import { formatCount } from "@/lib/format/number";
import type { SpeculationChoice } from "@/lib/client/roofline-url";
import { countWithNoun } from "@/lib/format/agreement";
import { formatName } from "../precision-names";
import type { Base } from "./base-scenario";
import { canSplit } from "./unsupported-params";
import type { WhatIfController } from "./use-what-if";
import { Pick, Slider } from "./what-if-fields";

interface ControlsProps {
  readonly whatIf: WhatIfController;
  readonly base: Base;
}

const maxBatch = 1_024;
const minContextTokens = 128;
/** End of the slider when the model's maximum context is unknown. */
const defaultContextTokens = 131_072;
const parallels = [1, 2, 4, 8, 16, 32, 64];

/** Renders the controls of all changeable inputs with their current values. */
export function WhatIfControls(props: ControlsProps) {
  const { acceleratorsError } = props.whatIf;
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-xs">
      <Numbers {...props} />
      <Load {...props} />
      <Method {...props} />
      <Machine {...props} />
      {acceleratorsError !== null && (
        <p role="alert" className="col-span-2 text-ink-2">
          The list of GPUs could not be loaded: {acceleratorsError}.
        </p>
      )}
    </div>
  );
}

/** Controls of the number formats. */
function Numbers({ whatIf: { state, change }, base }: ControlsProps) {
  const { plan } = base.scenario.served;
  return (
    <>
      <Pick
        name="Weights"
        now={formatName(plan.linear)}
        value={state.ww}
        options={weightFormatNames.map((format) => [format, formatName(format)])}
        onPick={(ww) => change({ ww: weightFormatNames.find((one) => one === ww) ?? null })}
      />
      <Pick
        name="KV cache"
        now={formatName(plan.kv)}
        value={state.wkv}
        options={kvFormatNames.map((format) => [format, formatName(format)])}
        onPick={(wkv) => change({ wkv: kvFormatNames.find((one) => one === wkv) ?? null })}
      />
    </>
  );
}

/** Controls of batch and context length. */
function Load({ whatIf: { state, change }, base: { scenario } }: ControlsProps) {
  const { shape } = scenario.served;
  return (
    <>
      <Slider
        name="Batch"
        now={scenario.batch}
        value={state.wb}
        bounds={[1, Math.max(maxBatch, Math.ceil(scenario.batch))]}
        onSlide={(wb) => change({ wb })}
      />
      <Slider
        name="Context, tokens"
        now={scenario.contextTokens}
        value={state.wc}
        bounds={[
          minContextTokens,
          Math.max(shape.maxContextTokens ?? defaultContextTokens, Math.ceil(scenario.contextTokens)),
        ]}
        onSlide={(wc) => change({ wc })}
      />
    </>
  );
}

/** Controls of attention and speculative decoding. */
function Method({ whatIf: { state, change }, base }: ControlsProps) {
  const { shape } = base.scenario.served;
  const heads = kvHeadChoices(shape);
  const { wspec } = state;
  return (
    <>
      {heads.length > 1 && (
        <Pick
          name="KV heads"
          now={String(shape.attention.kind === "grouped" ? shape.attention.kvHeads : "")}
          value={state.wheads === null ? null : String(state.wheads)}
          options={heads.map((count) => [String(count), headsName(count, shape)])}
          onPick={(wheads) => change({ wheads: wheads === null ? null : Number(wheads) })}
        />
      )}
      <Pick
        name="Speculative decoding"
        now="none"
        value={wspec === null ? null : String(wspec.draftTokens)}
        options={[1, 2, 3, 4, 5, 8].map((count) => [String(count), countWithNoun(count, "draft token")])}
        onPick={(count) => change({ wspec: speculationOf(count, wspec) })}
      />
      {wspec !== null && (
        <Pick
          name="Acceptance rate"
          now={null}
          value={String(wspec.acceptedPercent)}
          options={[30, 40, 50, 60, 70, 80, 90].map((percent) => [String(percent), `${percent} %`])}
          onPick={(percent) => change({ wspec: { ...wspec, acceptedPercent: Number(percent) } })}
        />
      )}
      <Pick
        name="FlashAttention"
        now="on"
        value={state.wflash}
        options={[["off", "off: scores are written to memory"]]}
        onPick={(wflash) => change({ wflash: wflash === "off" ? "off" : null })}
      />
    </>
  );
}

/** Controls of the hardware. */
function Machine({ whatIf: { state, change, accelerators }, base: { scenario } }: ControlsProps) {
  return (
    <>
      <Pick
        name="Tensor parallel"
        now={formatCount(scenario.parallel.tensor)}
        value={state.wtp === null ? null : String(state.wtp)}
        options={parallelsOf(scenario.served.shape).map((count) => [String(count), String(count)])}
        onPick={(wtp) => change({ wtp: wtp === null ? null : Number(wtp) })}
      />
      <Pick
        name="GPU"
        now={scenario.accelerator.name}
        value={state.wgpu}
        options={accelerators.map(({ id, name }) => [id, name])}
        onPick={(wgpu) => change({ wgpu })}
      />
    </>
  );
}

/** Returns the values that divide the heads evenly. */
const parallelsOf = (shape: Architecture): readonly number[] =>
  parallels.filter((count) => canSplit(shape, count));

const usualAcceptance = 70;

function speculationOf(count: string | null, before: SpeculationChoice | null): SpeculationChoice | null {
  if (count === null) return null;
  return { draftTokens: Number(count), acceptedPercent: before?.acceptedPercent ?? usualAcceptance };
}

/** Returns the divisors of the query heads by powers of two. Empty for latent attention, which has no KV heads. */
export function kvHeadChoices({ attention }: Pick<Architecture, "attention">): readonly number[] {
  if (attention.kind === "latent") return [];
  const { heads } = attention;
  return Array.from({ length: heads }, (_, index) => heads - index).filter(
    (count) => heads % count === 0 && Number.isInteger(Math.log2(heads / count)),
  );
}

function headsName(count: number, { attention }: Architecture): string {
  if (count === attention.heads) return `${count}, one per query head (MHA)`;
  return count === 1 ? "1 for all query heads (MQA)" : String(count);
}
