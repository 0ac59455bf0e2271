/**
 * Headline and detail of a pool: the bound of decode with its utilisation and the consequence, or why there is none.
 */
import { listBounds } from "@/lib/analysis/roofline/bounds/bound-by";
import type { PhasePoints } from "@/lib/analysis/roofline/points/counter-points";
import type { PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import { precisionTitle } from "@/lib/format/precision-names";
import { contradictedHeadline, prefillHeadline, type PoolHeadline } from "./contradicted-headline";
import { boundText, isHalfMemoryHalfOverhead } from "./bound-text";
import {
  bytes,
  milliseconds,
  percent,
  sentence,
  strong,
  text,
  tokens,
  type MutableSentence,
} from "./sentence-parts";

export interface HeadlineFacts {
  readonly now: PoolRoofline;
  readonly nowPeriod: RooflinePeriodAnalysis;
  /** Null when only the last minutes were read. */
  readonly fullWindow: PoolRoofline | null;
  /** Remedy when requests wait because the KV cache is full. Null when none wait for it. */
  readonly cacheRemedy: string | null;
}

export function describeHeadline({ now, nowPeriod, fullWindow, cacheRemedy }: HeadlineFacts): PoolHeadline {
  const [first] = nowPeriod.wrongInputs;
  const impossible = [now.decode, now.prefill].find(
    (one) => one.kind === "available" && one.busy.judgement.kind === "impossible",
  );
  if (impossible?.kind === "available") return wrongInputsHeadline(impossible, first);
  const contradicted = contradictedHeadline(now, nowPeriod);
  if (contradicted !== null) return contradicted;
  if (now.decodeFacts !== null && now.decodeShares !== null)
    return {
      headline: sentence(...decodeHeadline(now), ...cacheSentence(cacheRemedy)),
      detail: sentence(...decodeDetail(now, nowPeriod, cacheRemedy !== null)),
    };
  if (now.prefill.kind === "available")
    return { headline: prefillHeadline(now), detail: sentence(...reasonSentence(nowPeriod.decode)) };
  const isIdle = now.decode.kind === "idle" && now.prefill.kind !== "cannot-tell";
  if (
    isIdle &&
    fullWindow !== null &&
    (fullWindow.decode.kind === "available" || fullWindow.prefill.kind === "available")
  )
    return {
      headline: sentence(
        strong("Nothing is running now:"),
        text(" the points are means over the entire window."),
      ),
      detail: sentence(...(fullWindow.decodeFacts === null ? [] : decodeHeadline(fullWindow))),
    };
  if (isIdle)
    return {
      headline: sentence(
        strong(fullWindow === null ? "Nothing is running now." : "Nothing ran in this window."),
      ),
      detail: [],
    };
  return {
    headline: sentence(strong("No operating point can be computed.")),
    detail: sentence(...reasonSentence(nowPeriod.decode)),
  };
}

function wrongInputsHeadline(
  { busy }: Extract<PhasePoints, { kind: "available" }>,
  first: RooflinePeriodAnalysis["wrongInputs"][number] | undefined,
): PoolHeadline {
  const isMemory = busy.mbu >= busy.mfu;
  return {
    headline: sentence(
      strong("The inputs are wrong:"),
      text(` ${busy.phase} would use `),
      percent(Math.max(busy.mbu, busy.mfu)),
      text(isMemory ? " of the GPU’s bandwidth." : " of the GPU’s dense peak."),
    ),
    detail: first === undefined ? [] : sentence(text("Most likely: "), ...first.sentence),
  };
}

function decodeHeadline({ decodeFacts, decodeShares, roof }: PoolRoofline): MutableSentence {
  if (decodeFacts === null || decodeShares === null) return [];
  const subject = strong(`Decode is ${boundText(decodeShares)}:`);
  if (isHalfMemoryHalfOverhead(decodeShares))
    return sentence(
      subject,
      text(" of each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(", reading "),
      bytes(decodeFacts.bytesPerStep),
      text(" takes "),
      percent(decodeShares.memorySeconds / decodeShares.stepSeconds),
      text(", and "),
      percent(decodeShares.otherSeconds / decodeShares.stepSeconds),
      text(" is neither memory access nor arithmetic."),
    );
  if (decodeShares.secondBound !== null)
    return sentence(
      subject,
      text(" each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(" uses "),
      percent(decodeShares.mbu),
      text(" of the GPU’s bandwidth and "),
      percent(decodeShares.mfu),
      text(` of the ${precisionTitle(roof.precision)} peak.`),
    );
  if (decodeFacts.boundBy === "overhead")
    return sentence(
      subject,
      text(" of each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(", "),
      percent(decodeShares.otherSeconds / decodeShares.stepSeconds),
      text(" is neither memory access nor arithmetic."),
    );
  if (decodeFacts.boundBy === "communication")
    return sentence(
      subject,
      text(" of each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(", communication between GPUs takes "),
      percent(decodeShares.communicationSeconds / decodeShares.stepSeconds),
      text("."),
    );
  if (decodeFacts.boundBy === "compute")
    return sentence(
      subject,
      text(" each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(" uses "),
      percent(decodeShares.mfu),
      text(` of the ${precisionTitle(roof.precision)} peak.`),
    );
  return sentence(
    subject,
    text(" each step reads "),
    bytes(decodeFacts.bytesPerStep),
    text(" in "),
    milliseconds(decodeFacts.stepSeconds),
    text(", "),
    percent(decodeShares.mbu),
    text(" of the GPU’s bandwidth."),
  );
}

function cacheSentence(remedy: string | null): MutableSentence {
  return remedy === null ? [] : sentence(text(` Requests wait because the KV cache is full: ${remedy}.`));
}

function decodeDetail(
  now: PoolRoofline,
  period: RooflinePeriodAnalysis,
  isCacheFull: boolean,
): MutableSentence {
  const parts: MutableSentence = [];
  const facts = now.decodeFacts;
  const isMemoryBound =
    now.decodeShares !== null &&
    listBounds(now.decodeShares.boundBy, now.decodeShares.secondBound).includes("memory");
  if (period.agreement?.agrees === false) {
    const [suspect] = period.agreement.suspects;
    parts.push(text("The GPU counters disagree. "), ...(suspect?.sentence ?? []), text(" "));
  }
  if (isMemoryBound && facts?.breakEven.kind === "never" && facts.contextLimit.kind === "above")
    parts.push(
      text("No batch size makes decode compute-bound while contexts are longer than "),
      tokens(facts.contextLimit.tokens),
      text(". Reading fewer bytes makes decode faster. "),
    );
  // The batch cannot grow while the cache is full.
  if (isMemoryBound && !isCacheFull && facts?.breakEven.kind === "from")
    parts.push(
      text(
        `The batch size is ${Math.round(facts.batch)}. Decode becomes compute-bound at a batch size of ${Math.round(facts.breakEven.batch)}. `,
      ),
    );
  return [...parts, ...prefillHeadline(now)];
}

function reasonSentence(placement: RooflinePeriodAnalysis["decode"]): MutableSentence {
  return placement.kind === "available" ? [] : sentence(...placement.sentence);
}
