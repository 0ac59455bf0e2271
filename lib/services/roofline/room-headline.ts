/** The room in two sentences: what binds decode and by how much, and what follows; or why there is nothing to say. */
import { boundsOf } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Placement } from "@/lib/analysis/roofline/points/counter-points";
import type { PlacedPool } from "@/lib/analysis/roofline/points/place-pool";
import type { RooflineStretch } from "@/lib/contracts/roofline";
import { contradictedHeadline, ofPrefill, type Headline } from "./contradicted-headline";
import {
  boundInWords,
  bytes,
  isHalved,
  milliseconds,
  percent,
  precisionName,
  sentence,
  strong,
  text,
  tokens,
  type WireSentence,
} from "./words";

export interface HeadlineFacts {
  readonly now: PlacedPool;
  readonly toldNow: RooflineStretch;
  /** Null where only now was read. */
  readonly whole: PlacedPool | null;
}

export function headlineOf({ now, toldNow, whole }: HeadlineFacts): Headline {
  const [first] = toldNow.wrongInputs;
  const impossible = [now.decode, now.prefill].find(
    (one) => one.kind === "placed" && one.busy.judgement.kind === "impossible",
  );
  if (impossible?.kind === "placed") return inputsWrong(impossible, first);
  const contradicted = contradictedHeadline(now, toldNow);
  if (contradicted !== null) return contradicted;
  if (now.decodeFacts !== null && now.decodeShares !== null)
    return { headline: ofDecode(now), detail: sentence(...afterDecode(now, toldNow)) };
  if (now.prefill.kind === "placed")
    return { headline: ofPrefill(now), detail: sentence(...reasonOf(toldNow.decode)) };
  const isIdle = now.decode.kind === "idle" && now.prefill.kind !== "cannot-tell";
  if (isIdle && whole !== null && (whole.decode.kind === "placed" || whole.prefill.kind === "placed"))
    return {
      headline: sentence(
        strong("Nothing runs now:"),
        text(" the points are those of the window as a whole."),
      ),
      detail: sentence(...(whole.decodeFacts === null ? [] : ofDecode(whole))),
    };
  if (isIdle)
    return {
      headline: sentence(strong(whole === null ? "Nothing runs now." : "Nothing ran in this window.")),
      detail: [],
    };
  return {
    headline: sentence(strong("The points cannot be placed.")),
    detail: sentence(...reasonOf(toldNow.decode)),
  };
}

function inputsWrong(
  { busy }: Extract<Placement, { kind: "placed" }>,
  first: RooflineStretch["wrongInputs"][number] | undefined,
): Headline {
  const isMemory = busy.mbu >= busy.mfu;
  return {
    headline: sentence(
      strong("The inputs are wrong:"),
      text(` ${busy.phase} would use `),
      percent(Math.max(busy.mbu, busy.mfu)),
      text(isMemory ? " of the accelerator’s bandwidth." : " of the accelerator’s dense peak."),
    ),
    detail: first === undefined ? [] : sentence(text("Likeliest: "), ...first.sentence),
  };
}

function ofDecode({ decodeFacts, decodeShares, roof }: PlacedPool): WireSentence {
  if (decodeFacts === null || decodeShares === null) return [];
  const subject = strong(`Decode is ${boundInWords(decodeShares)}:`);
  if (isHalved(decodeShares))
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
      text(" is neither memory nor arithmetic."),
    );
  if (decodeShares.nearTo !== null)
    return sentence(
      subject,
      text(" each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(" uses "),
      percent(decodeShares.mbu),
      text(" of the accelerator’s bandwidth and "),
      percent(decodeShares.mfu),
      text(` of the ${precisionName(roof.precision)} peak.`),
    );
  if (decodeFacts.boundBy === "overhead")
    return sentence(
      subject,
      text(" of each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(", "),
      percent(decodeShares.otherSeconds / decodeShares.stepSeconds),
      text(" is neither memory nor arithmetic."),
    );
  if (decodeFacts.boundBy === "communication")
    return sentence(
      subject,
      text(" of each step of "),
      milliseconds(decodeFacts.stepSeconds),
      text(", accelerators talk "),
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
      text(` of the ${precisionName(roof.precision)} peak.`),
    );
  return sentence(
    subject,
    text(" each step reads "),
    bytes(decodeFacts.bytesPerStep),
    text(" in "),
    milliseconds(decodeFacts.stepSeconds),
    text(", "),
    percent(decodeShares.mbu),
    text(" of the accelerator’s bandwidth."),
  );
}

function afterDecode(now: PlacedPool, told: RooflineStretch): WireSentence {
  const parts: WireSentence = [];
  const facts = now.decodeFacts;
  const isOfMemory =
    now.decodeShares !== null &&
    boundsOf(now.decodeShares.boundBy, now.decodeShares.nearTo).includes("memory");
  if (told.agreement?.agrees === false) {
    const [suspect] = told.agreement.suspects;
    parts.push(text("The accelerator’s own counters disagree. "), ...(suspect?.sentence ?? []), text(" "));
  }
  if (isOfMemory && facts?.breakEven.kind === "never" && facts.contextLimit.kind === "above")
    parts.push(
      text("No batch makes it compute-bound while contexts are longer than "),
      tokens(facts.contextLimit.tokens),
      text("; fewer bytes make it faster. "),
    );
  if (isOfMemory && facts?.breakEven.kind === "from")
    parts.push(
      text(
        `Arithmetic would matter from batch ${Math.round(facts.breakEven.batch)} on; now it is ${Math.round(facts.batch)}. `,
      ),
    );
  return [...parts, ...ofPrefill(now)];
}

function reasonOf(placement: RooflineStretch["decode"]): WireSentence {
  return placement.kind === "placed" ? [] : sentence(...placement.sentence);
}
