"use client";

import { useQueryState } from "nuqs";
import type { RooflinePool, RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import type { StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";
import { stepParser } from "@/lib/client/roofline-url";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatCoarseDuration } from "@/lib/format/time";
import { sentenceText } from "@/lib/format/sentence-text";
import { SentenceText } from "@/components/shared/sentence-text";
import { Button } from "@/components/ui/button";
import { computeCoveredMs } from "@/components/roofline/points/plotted-points";
import { toStepParts, type StepPart } from "./step-parts";

const phases = ["decode", "prefill"] as const;
type Phase = (typeof phases)[number];

const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");

/** Shows the time of one decode or prefill step by part. */
export function StepSection({ pools }: { readonly pools: readonly RooflinePool[] }) {
  const [wanted, setWanted] = useQueryState("step", stepParser);
  const nowWith = (phase: Phase): RooflinePeriodAnalysis | null =>
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
        <span className="flex print:hidden" role="group" aria-label="Phase">
          {phases.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === phase ? "selected" : "ghost"}
              aria-pressed={one === phase}
              onClick={() => void setWanted(one)}
            >
              {one === "decode" ? "Decode" : "Prefill"}
            </Button>
          ))}
        </span>
      </header>
      {now === null || shares === null ? (
        <p className="pt-1 text-xs text-ink-2">{unavailableText(pools, phase)}</p>
      ) : (
        <Shares shares={shares} phase={phase} coveredMs={computeCoveredMs(now)} />
      )}
    </section>
  );
}

function sharesOf(
  { decodeShares, prefillShares }: RooflinePeriodAnalysis,
  phase: Phase,
): StepSharesResponse | null {
  return phase === "decode" ? decodeShares : prefillShares;
}

function unavailableText(pools: readonly RooflinePool[], phase: Phase): string {
  const reasons = pools.flatMap(({ now }) => {
    const placement = now[phase];
    return placement.kind === "available" ? [] : [sentenceText(placement.sentence)];
  });
  return reasons[0] ?? `The time of a ${phase} step cannot be divided into parts.`;
}

interface SharesProps {
  readonly shares: StepSharesResponse;
  readonly phase: Phase;
  /** Covered time that the step is the mean of. */
  readonly coveredMs: number;
}

const fills: { readonly [N in StepPart["name"]]: string } = {
  memory: "var(--step-memory)",
  compute: "var(--step-compute)",
  communication: "var(--step-communication)",
  other: "url(#other-hatch)",
};

function Shares({ shares, phase, coveredMs }: SharesProps) {
  const parts = toStepParts(shares);
  const summary = parts
    .map(({ name, seconds, isOverlapped }) => `${name} ${ms(seconds)}${isOverlapped ? ", overlapped" : ""}`)
    .join("; ");
  return (
    <>
      <Bar
        parts={parts}
        weightRatio={shares.weightSeconds / (shares.weightSeconds + shares.kvSeconds)}
        label={`One ${phase} step of ${ms(shares.stepSeconds)}: ${summary}.`}
      />
      <p className="tnum pb-1 text-right text-2xs text-ink-2">
        Mean of the last {formatCoarseDuration(coveredMs)}: {ms(shares.stepSeconds)}
      </p>
      <table className="tnum w-full text-left text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Time</th>
            <th scope="col">Share</th>
            <th scope="col">Detail</th>
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
          The step is {ms(shares.impossibleSeconds)} shorter than the sum of its parts, so an input is wrong.
        </p>
      )}
      <p className="pt-2 text-xs text-ink-2">
        <SentenceText sentence={shares.sentence} />
      </p>
    </>
  );
}

function detailOf({ name, isOverlapped, seconds }: StepPart, shares: StepSharesResponse): string {
  if (name === "memory")
    return `${isOverlapped ? "overlapped by compute; " : ""}weights ${formatNumber(shares.weightSeconds * 1e3)}, KV ${formatNumber(shares.kvSeconds * 1e3)}${deliveredText(shares)}`;
  if (name === "compute")
    return isOverlapped ? "overlapped by memory" : `MFU ${formatRatio(shares.mfuRatio)}`;
  if (name === "communication") return seconds === 0 ? "single GPU" : "between GPUs";
  return "launches, sampling, idle kernels";
}

/** Returns the delivered bandwidth of slow memory. */
function deliveredText({ bandwidthKind, bandwidthBytesPerSecond }: StepSharesResponse): string {
  return bandwidthKind === "delivered" && bandwidthBytesPerSecond !== undefined
    ? `, at a delivered bandwidth of ${formatWithUnit(bandwidthBytesPerSecond, "bytes-per-second", "TB/s")}`
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

const minRatio = 0.002;
const sumOf = (parts: readonly StepPart[]): number => parts.reduce((sum, { ratio }) => sum + (ratio ?? 0), 0);

interface BarProps {
  readonly parts: readonly StepPart[];
  readonly label: string;
  /** Fraction of the bytes that are weights. */
  readonly weightRatio: number;
}

function Bar({ parts, label, weightRatio }: BarProps) {
  const overlappedPart = parts.find(({ isOverlapped }) => isOverlapped);
  const visible = parts.filter(({ ratio }) => ratio !== null && ratio > minRatio);
  const total = sumOf(visible);
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
            x={`${(100 * sumOf(visible.slice(0, index))) / total}%`}
            style={{ width: `calc(${(100 * (ratio ?? 0)) / total}% - 1px)` }}
            height={20}
            fill={fills[name]}
          />
        ))}
        {isMemory && (
          // The KV cache is drawn in a lighter shade of the memory colour.
          <rect
            x={`${(100 * weightRatio * sumOf(visible.slice(0, 1))) / total}%`}
            style={{
              width: `calc(${(100 * (1 - weightRatio) * sumOf(visible.slice(0, 1))) / total}% - 1px)`,
            }}
            height={20}
            fill="color-mix(in oklab, var(--step-memory) 62%, var(--paper))"
          />
        )}
      </svg>
      {overlappedPart !== undefined && seconds > 0 && (
        <p aria-hidden className="mt-1 flex items-center gap-1.5 text-2xs text-ink-2">
          <span
            className="h-1 rounded-sm"
            style={{
              width: `${Math.min(70, (100 * overlappedPart.seconds) / seconds)}%`,
              background: fills[overlappedPart.name],
            }}
          />
          {overlappedPart.name}, overlapped
        </p>
      )}
    </div>
  );
}
