import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { slowSamplingSentence } from "@/lib/sentences/traces/breakdown-text";
import { formatCollectorSetting } from "./collector-setting";
import { Figure } from "@/components/shared/figure";

const verdicts = {
  "as-expected": { shape: "ok", word: "Slow requests are traced as often as others" },
  "too-few": { shape: "over", word: "Slow requests are traced less often" },
  "too-many": { shape: "unusual", word: "Slow requests are traced more often" },
  inconclusive: { shape: "unknown", word: "Inconclusive" },
} as const satisfies Readonly<Record<string, { readonly shape: StatusShape; readonly word: string }>>;

/** Checks whether the traces contain as many slow requests as the metric, and suggests a collector setting if not. */
export function SlowSamplingFigure({ slowSampling }: Pick<TraceStudy, "slowSampling">) {
  const remedy = slowSampling.kind === "checked" ? slowSampling.remedy : null;
  return (
    <Figure title="Sampling of slow requests" summary={slowSamplingSentence({ slowSampling })}>
      {slowSampling.kind === "checked" && (
        <p className="flex items-center gap-2 font-medium">
          <ShapeMark shape={verdicts[slowSampling.verdict].shape} />
          {verdicts[slowSampling.verdict].word}
        </p>
      )}
      {remedy !== null && (
        <div className="mt-3">
          <p className="pb-1.5 text-ink-2">
            To sample every trace above this bucket edge, add this policy to the OpenTelemetry Collector:
          </p>
          <pre className="overflow-x-auto rounded-sm bg-well p-3 font-mono text-xs">
            {formatCollectorSetting(remedy)}
          </pre>
          <div className="pt-1.5">
            <CopyButton text={formatCollectorSetting(remedy)} label="Copy setting" />
          </div>
        </div>
      )}
    </Figure>
  );
}
