/** The operating points of the deployment over the window, and the bound of its steps. */
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import { rooflineContract, type RooflinePool } from "@/lib/contracts/roofline/roofline";
import { sentenceText } from "@/lib/format/sentence-text";
import { readRooflinePage } from "@/lib/services/roofline/read-roofline-page";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { boundText } from "@/lib/sentences/roofline/bound-text";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import { createPathWithQuery, toTimeParameters, type DataCollector } from "./data-collector";

const phases = ["decode", "prefill"] as const;
type Phase = (typeof phases)[number];

/** Collects the operating points of the deployment over the window, and the bound of its steps. */
export const rooflinePoint: DataCollector = {
  title: "Roofline point and bound",
  read: async ({ deployment, window, principal, signal }) => {
    const time = toTimeParameters(window);
    const page = await readRooflinePage({
      deployment: await resolveDeployment(deployment.slug, principal.sourceScope),
      window,
      windowExpression: time,
      signal,
    });
    if (page.unavailableReason !== null) return { reason: sentenceText(page.unavailableReason), stale: null };
    return {
      asOfMs: page.asOfMs,
      window: page.window,
      summary: page.pools.map(({ headline }) => sentenceText(headline)).join(" "),
      values: page.pools.flatMap((pool) =>
        phases.flatMap((phase) => toValues(pool, phase, page.pools.length > 1)),
      ),
      omittedCount: 0,
      stale: page.stale,
      href: createPathWithQuery("/roofline", { d: deployment.slug, ...time }),
      request: {
        method: "GET",
        path: createPathWithQuery(rooflineContract.path, { deployment: deployment.slug, ...time }),
        body: null,
      },
    };
  },
};

/** Returns the values over the complete window. A phase that another pool serves has none. */
function toValues(
  { role, fullWindow }: RooflinePool,
  phase: Phase,
  hasPools: boolean,
): readonly CollectedValue[] {
  const label = hasPools ? `${capitalise(phase)}, pool ${role}` : capitalise(phase);
  const points = fullWindow[phase];
  if (points.kind === "other-role") return [];
  if (points.kind !== "available") return [{ kind: "missing", label, reason: sentenceText(points.sentence) }];
  const shares = phase === "decode" ? fullWindow.decodeShares : fullWindow.prefillShares;
  const { busy, step } = points;
  const number = (name: string, value: number) => ({
    kind: "number" as const,
    label: `${label}, ${name}`,
    value,
    interval: null,
    n: step.n,
  });
  const bound: readonly CollectedValue[] =
    shares === null
      ? []
      : [
          {
            kind: "text",
            label: `${label}, bound`,
            text: boundText({
              boundBy: shares.boundBy,
              secondBound: shares.secondBound ?? null,
              otherSeconds: shares.otherSeconds,
            }),
            atMs: null,
          },
        ];
  return [
    ...bound,
    {
      ...number("arithmetic intensity", busy.intensityFlopPerByte),
      interval: busy.intensityFlopPerByteRange,
      unit: "flop-per-byte",
      displayUnit: "FLOP/B",
    },
    {
      ...number("arithmetic per GPU", busy.flopsPerSecond),
      interval: busy.flopsPerSecondRange,
      unit: "flops-per-second",
      displayUnit: "TFLOP/s",
    },
    { ...number("fraction of peak arithmetic (MFU)", busy.mfuRatio), unit: "ratio", displayUnit: "%" },
    { ...number("fraction of memory bandwidth (MBU)", busy.mbuRatio), unit: "ratio", displayUnit: "%" },
  ];
}
