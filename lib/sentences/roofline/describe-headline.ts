/**
 * Headline and detail of a pool: the bound of decode with its utilisation and the consequence, or why no bound is known.
 */
import { listBounds } from "@/lib/analysis/roofline/bounds/bound-by";
import type { PhasePoints } from "@/lib/analysis/roofline/points/counter-points";
import type { PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import { precisionTitle } from "@/lib/format/precision-names";
import { describeContradictingCounters, prefillHeadline, type PoolHeadline } from "./contradicted-headline";
import { boundText, isHalfMemoryHalfOverhead } from "./bound-text";
import {
  gigabytesPart,
  millisecondsPart,
  percentPart,
  sentence,
  strongPart,
  textPart,
  tokensPart,
  type MutableSentence,
} from "./sentence-parts";

/** Roofline analysis of a pool from which the headline is written. */
export interface HeadlineFacts {
  readonly now: PoolRoofline;
  readonly nowPeriod: RooflinePeriodAnalysis;
  /** Null when only the last minutes were read. */
  readonly fullWindow: PoolRoofline | null;
  /** Remedy for the full KV cache; null if no requests wait for space in the cache. */
  readonly cacheRemedy: string | null;
}

/**
 * Returns the headline about the roofline of a pool: incorrect inputs first, then the bound of decode or
 * prefill.
 */
export function describeHeadline({ now, nowPeriod, fullWindow, cacheRemedy }: HeadlineFacts): PoolHeadline {
  const [first] = nowPeriod.wrongInputs;
  const impossible = [now.decode, now.prefill].find(
    (one) => one.kind === "available" && one.busy.judgement.kind === "impossible",
  );
  if (impossible?.kind === "available") return wrongInputsHeadline(impossible, first);
  const contradicted = describeContradictingCounters(now, nowPeriod);
  if (contradicted !== null) return contradicted;
  if (now.decodeFacts !== null && now.decodeShares !== null)
    return {
      headline: sentence(...decodeHeadline(now), ...cacheSentence(cacheRemedy)),
      detail: sentence(...decodeDetail(now, nowPeriod, cacheRemedy !== null)),
    };
  if (now.prefill.kind === "available")
    return { headline: prefillHeadline(now), detail: sentence(...reasonSentence(nowPeriod.decode)) };
  const isNothingRunning = now.decode.kind === "idle" && now.prefill.kind !== "cannot-tell";
  if (
    isNothingRunning &&
    fullWindow !== null &&
    (fullWindow.decode.kind === "available" || fullWindow.prefill.kind === "available")
  )
    return {
      headline: sentence(
        strongPart("Nothing is running now:"),
        textPart(" the points are means over the entire window."),
      ),
      detail: sentence(...(fullWindow.decodeFacts === null ? [] : decodeHeadline(fullWindow))),
    };
  if (isNothingRunning)
    return {
      headline: sentence(
        strongPart(fullWindow === null ? "Nothing is running now." : "Nothing ran in this window."),
      ),
      detail: [],
    };
  return {
    headline: sentence(strongPart("No operating point can be computed.")),
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
      strongPart("The inputs are wrong:"),
      textPart(` ${busy.phase} would use `),
      percentPart(Math.max(busy.mbu, busy.mfu)),
      textPart(isMemory ? " of the GPU’s bandwidth." : " of the GPU’s dense peak."),
    ),
    detail: first === undefined ? [] : sentence(textPart("Most likely: "), ...first.sentence),
  };
}

function decodeHeadline({ decodeFacts, decodeShares, roof }: PoolRoofline): MutableSentence {
  if (decodeFacts === null || decodeShares === null) return [];
  const subject = strongPart(`Decode is ${boundText(decodeShares)}:`);
  if (isHalfMemoryHalfOverhead(decodeShares))
    return sentence(
      subject,
      textPart(" of each step of "),
      millisecondsPart(decodeFacts.stepSeconds),
      textPart(", reading "),
      gigabytesPart(decodeFacts.bytesPerStep),
      textPart(" takes "),
      percentPart(decodeShares.memorySeconds / decodeShares.stepSeconds),
      textPart(", and "),
      percentPart(decodeShares.otherSeconds / decodeShares.stepSeconds),
      textPart(" is neither memory access nor arithmetic."),
    );
  if (decodeShares.secondBound !== null)
    return sentence(
      subject,
      textPart(" each step of "),
      millisecondsPart(decodeFacts.stepSeconds),
      textPart(" uses "),
      percentPart(decodeShares.mbu),
      textPart(" of the GPU’s bandwidth and "),
      percentPart(decodeShares.mfu),
      textPart(` of the ${precisionTitle(roof.precision)} peak.`),
    );
  if (decodeFacts.boundBy === "overhead")
    return sentence(
      subject,
      textPart(" of each step of "),
      millisecondsPart(decodeFacts.stepSeconds),
      textPart(", "),
      percentPart(decodeShares.otherSeconds / decodeShares.stepSeconds),
      textPart(" is neither memory access nor arithmetic."),
    );
  if (decodeFacts.boundBy === "communication")
    return sentence(
      subject,
      textPart(" of each step of "),
      millisecondsPart(decodeFacts.stepSeconds),
      textPart(", communication between GPUs takes "),
      percentPart(decodeShares.communicationSeconds / decodeShares.stepSeconds),
      textPart("."),
    );
  if (decodeFacts.boundBy === "compute")
    return sentence(
      subject,
      textPart(" each step of "),
      millisecondsPart(decodeFacts.stepSeconds),
      textPart(" uses "),
      percentPart(decodeShares.mfu),
      textPart(` of the ${precisionTitle(roof.precision)} peak.`),
    );
  return sentence(
    subject,
    textPart(" each step reads "),
    gigabytesPart(decodeFacts.bytesPerStep),
    textPart(" in "),
    millisecondsPart(decodeFacts.stepSeconds),
    textPart(", "),
    percentPart(decodeShares.mbu),
    textPart(" of the GPU’s bandwidth."),
  );
}

function cacheSentence(remedy: string | null): MutableSentence {
  return remedy === null ? [] : sentence(textPart(` Requests wait because the KV cache is full: ${remedy}.`));
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
    parts.push(textPart("The GPU counters disagree. "), ...(suspect?.sentence ?? []), textPart(" "));
  }
  if (isMemoryBound && facts?.breakEven.kind === "never" && facts.contextLimit.kind === "above")
    parts.push(
      textPart(
        `On ${now.acceleratorName}, no batch size makes decode compute-bound while contexts are longer than `,
      ),
      tokensPart(facts.contextLimit.tokens),
      textPart(". Reading fewer bytes makes decode faster. "),
    );
  // The batch cannot grow while the cache is full.
  if (isMemoryBound && !isCacheFull && facts?.breakEven.kind === "from")
    parts.push(
      textPart(
        `The batch size is ${Math.round(facts.batch)}. On ${now.acceleratorName}, decode becomes compute-bound at a batch size of ${Math.round(facts.breakEven.batch)}. `,
      ),
    );
  return [...parts, ...prefillHeadline(now)];
}

function reasonSentence(placement: RooflinePeriodAnalysis["decode"]): MutableSentence {
  return placement.kind === "available" ? [] : sentence(...placement.sentence);
}
