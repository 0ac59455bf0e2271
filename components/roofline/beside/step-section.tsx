"use client";

import { useQueryState } from "nuqs";
import type { RooflinePool, RooflineStretch } from "@/lib/contracts/roofline";
import type { StepSharesAnswer } from "@/lib/contracts/roofline-point";
import { stepParser } from "@/lib/client/roofline-url";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatSpan } from "@/lib/format/time";
import { sentenceWords } from "@/lib/format/sentence-words";
import { SentenceText } from "@/components/shared/sentence-text";
import { Button } from "@/components/ui/button";
import { coveredMsOf } from "../points/shown-points";
import { stepParts, type StepPart } from "./step-parts";

const phases = ["decode", "prefill"] as const;
type Phase = (typeof phases)[number];

const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");

/** Where the time of one step goes, of decode or of prefill. */
export function StepSection({ pools }: { readonly pools: readonly RooflinePool[] }) {
  const [wanted, setWanted] = useQueryState("step", stepParser);
  const nowWith = (phase: Phase): RooflineStretch | null =>
    pools.find(({ now }) => sharesOf(now, phase) !== null)?.now ?? null;
  const phase = wanted ?? phases.find((one) => nowWith(one) !== null) ?? "decode";
  const now = nowWith(phase);
  const shares = now === null ? null : sharesOf(now, phase);
  if (pools.length === 0) return null;
  return (
    <section aria-label="One step">
      <header className="flex min-h-7 flex-wrap items-center gap-2">
        <h2 className="mr-auto font-semibold">
          One {phase} step <span className="text-xs font-normal text-ink-2">while busy</span>
        </h2>
        <span className="flex" role="group" aria-label="Phase">
          {phases.map((one) => (
            <Button
              key={one}
              size="sm"
              look={one === phase ? "selected" : "ghost"}
              aria-pressed={one === phase}
              onClick={() => void setWanted(one)}
            >
              {one === "decode" ? "Decode" : "Prefill"}
            </Button>
          ))}
        </span>
      </header>
      {now === null || shares === null ? (
        <p className="pt-1 text-xs text-ink-2">{whyNone(pools, phase)}</p>
      ) : (
        <Shares shares={shares} phase={phase} lastMs={coveredMsOf(now)} />
      )}
    </section>
  );
}

function sharesOf({ decodeShares, prefillShares }: RooflineStretch, phase: Phase): StepSharesAnswer | null {
  return phase === "decode" ? decodeShares : prefillShares;
}

function whyNone(pools: readonly RooflinePool[], phase: Phase): string {
  const said = pools.flatMap(({ now }) => {
    const placed = now[phase];
    return placed.kind === "placed" ? [] : [sentenceWords(placed.sentence)];
  });
  return said[0] ?? `The time of a ${phase} step cannot be divided here.`;
}

interface SharesProps {
  readonly shares: StepSharesAnswer;
  readonly phase: Phase;
  /** The minutes that it is the mean step of. */
  readonly lastMs: number;
}

const fills: { readonly [N in StepPart["name"]]: string } = {
  memory: "var(--step-memory)",
  compute: "var(--step-compute)",
  communication: "var(--step-communication)",
  other: "url(#other-hatch)",
};

function Shares({ shares, phase, lastMs }: SharesProps) {
  const parts = stepParts(shares);
  const summary = parts
    .map(({ name, seconds, isBeneath }) => `${name} ${ms(seconds)}${isBeneath ? ", beneath" : ""}`)
    .join("; ");
  return (
    <>
      <Bar
        parts={parts}
        weightRatio={shares.weightSeconds / (shares.weightSeconds + shares.kvSeconds)}
        label={`One ${phase} step of ${ms(shares.stepSeconds)}: ${summary}.`}
      />
      <p className="tnum pb-1 text-right text-2xs text-ink-2">
        mean of the last {formatSpan(lastMs)}: {ms(shares.stepSeconds)}
      </p>
      <table className="tnum w-full text-left text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Time</th>
            <th scope="col">Share</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name} className="h-[22px]">
              <th scope="row" className="font-normal">
                <span className="flex items-center gap-2">
                  <Swatch name={part.name} />
                  {part.name}
                </span>
              </th>
              <td className="pl-3 text-right whitespace-nowrap">{ms(part.seconds)}</td>
              <td className="pl-3 text-right whitespace-nowrap">
                {part.ratio === null ? "" : formatWithUnit(part.ratio, "ratio", "%")}
              </td>
              <td className="w-2/5 pl-3 text-2xs text-ink-2">{detailOf(part, shares)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shares.impossibleSeconds > 0 && (
        <p role="alert" className="pt-1 text-xs text-bad">
          The step is {ms(shares.impossibleSeconds)} shorter than its own parts: an input is wrong.
        </p>
      )}
      <p className="pt-2 text-xs text-ink-2">
        <SentenceText sentence={shares.sentence} />
      </p>
    </>
  );
}

function detailOf({ name, isBeneath, seconds }: StepPart, shares: StepSharesAnswer): string {
  if (name === "memory")
    return `${isBeneath ? "beneath compute; " : ""}weights ${formatNumber(shares.weightSeconds * 1e3)}, KV ${formatNumber(shares.kvSeconds * 1e3)}${deliveredText(shares)}`;
  if (name === "compute") return isBeneath ? "beneath memory" : `MFU ${formatRatio(shares.mfuRatio)}`;
  if (name === "communication") return seconds === 0 ? "one accelerator" : "between accelerators";
  return "launches, sampling, what kernels do not reach";
}

/** Of slow memory, against what its times are told. */
function deliveredText({ bandwidthIs, bandwidthBytesPerSecond }: StepSharesAnswer): string {
  return bandwidthIs === "delivered" && bandwidthBytesPerSecond !== undefined
    ? `, at the ${formatWithUnit(bandwidthBytesPerSecond, "bytes-per-second", "TB/s")} that it delivers`
    : "";
}

function Swatch({ name }: { readonly name: StepPart["name"] }) {
  return (
    <svg aria-hidden width={8} height={8}>
      <rect
        width={8}
        height={8}
        rx={2}
        fill={fills[name]}
        stroke={name === "other" ? "var(--ink-3)" : "none"}
      />
    </svg>
  );
}

const least = 0.002;
const sumOf = (parts: readonly StepPart[]): number => parts.reduce((sum, { ratio }) => sum + (ratio ?? 0), 0);

interface BarProps {
  readonly parts: readonly StepPart[];
  readonly label: string;
  /** Of the bytes, those of weights. */
  readonly weightRatio: number;
}

function Bar({ parts, label, weightRatio }: BarProps) {
  const beneath = parts.find(({ isBeneath }) => isBeneath);
  const visible = parts.filter(({ ratio }) => ratio !== null && ratio > least);
  const whole = sumOf(visible);
  const isMemory = visible[0]?.name === "memory" && weightRatio < 1;
  const seconds = visible.reduce((sum, part) => sum + part.seconds, 0);
  return (
    <div role="img" aria-label={label} className="pt-1">
      <svg aria-hidden width="100%" height={20} className="block rounded">
        <defs>
          <pattern
            id="other-hatch"
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={5} height={5} fill="var(--paper)" />
            <rect width={1.25} height={5} fill="var(--ink-3)" />
          </pattern>
        </defs>
        {visible.map(({ name, ratio }, index) => (
          <rect
            key={name}
            x={`${(100 * sumOf(visible.slice(0, index))) / whole}%`}
            style={{ width: `calc(${(100 * (ratio ?? 0)) / whole}% - 1px)` }}
            height={20}
            fill={fills[name]}
          />
        ))}
        {isMemory && (
          // The cache's part of the reading, a lighter step of the same colour.
          <rect
            x={`${(100 * weightRatio * sumOf(visible.slice(0, 1))) / whole}%`}
            style={{
              width: `calc(${(100 * (1 - weightRatio) * sumOf(visible.slice(0, 1))) / whole}% - 1px)`,
            }}
            height={20}
            fill="color-mix(in oklab, var(--step-memory) 62%, var(--paper))"
          />
        )}
      </svg>
      {beneath !== undefined && seconds > 0 && (
        <p aria-hidden className="mt-1 flex items-center gap-1.5 text-2xs text-ink-2">
          <span
            className="h-1 rounded-sm"
            style={{
              width: `${Math.min(70, (100 * beneath.seconds) / seconds)}%`,
              background: fills[beneath.name],
            }}
          />
          {beneath.name}, beneath
        </p>
      )}
    </div>
  );
}
