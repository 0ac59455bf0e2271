import type { ReactNode } from "react";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { formatFamilyCount } from "@/lib/format/family";
import { thinSpace } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import type {
  PreviewedMetrics,
  PreviewedTraces,
  PreviewSourcesResponse,
} from "@/lib/contracts/installation/source-preview";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { ConfigurationText } from "./configuration-text";
import { PreviewDeployment } from "./preview-deployment";

/** Shows what a check found in new sources, and the configuration that connects them. */
export function PreviewResult({ preview }: { readonly preview: PreviewSourcesResponse }) {
  return (
    <div role="group" aria-label="Result of the check" className="border-t border-rule">
      <Part title="Metrics" isFound={preview.metrics.kind === "found"}>
        {preview.metrics.kind === "found" ? (
          <Metrics metrics={preview.metrics} />
        ) : (
          <Failure failed={preview.metrics} />
        )}
      </Part>
      {preview.traces !== null && (
        <Part title="Traces" isFound={preview.traces.kind === "found"}>
          {preview.traces.kind === "found" ? (
            <Traces traces={preview.traces} />
          ) : (
            <Failure failed={preview.traces} />
          )}
        </Part>
      )}
      <ConfigurationText preview={preview} />
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly isFound: boolean;
  readonly children: ReactNode;
}

function Part({ title, isFound, children }: PartProps) {
  return (
    <section aria-label={title} className="border-b border-rule py-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <ShapeMark shape={isFound ? "ok" : "failed"} />
        {title}
      </h3>
      {children}
    </section>
  );
}

function Failure({ failed }: { readonly failed: Extract<PreviewedMetrics, { kind: "failed" }> }) {
  return (
    <p className="mt-1 wrap-anywhere">
      {isolateDirection(toSentence(failed.detail))} <span className="text-ink-2">{failed.fix}</span>
    </p>
  );
}

type FoundMetrics = Extract<PreviewedMetrics, { kind: "found" }>;

function Metrics({ metrics }: { readonly metrics: FoundMetrics }) {
  const { engines, exporters, deployments, deploymentCount } = metrics;
  const unlistedCount = deploymentCount - deployments.length;
  return (
    <>
      <p className="mt-1">{describeServer(metrics)}</p>
      <ul className="mt-1 text-ink-2">
        {engines.map(({ title, models, instanceCount }) => (
          <li key={title} className="wrap-anywhere">
            {title}: {countWithNoun(instanceCount, "instance")}, {isolateDirection(models.join(", "))}
          </li>
        ))}
        {exporters.map(({ title, family, machineCount }) => (
          <li key={title}>
            {title}: {formatFamilyCount(machineCount, family)}
          </li>
        ))}
      </ul>
      {deploymentCount === 0 && (
        <p className="mt-1">
          The server has no metrics of a supported engine. Let it scrape{" "}
          <code className="font-mono">/metrics</code> of your serving engines.
        </p>
      )}
      {deployments.length > 0 && (
        <ul aria-label="Deployments" className="mt-3">
          {deployments.map((deployment, index) => (
            <PreviewDeployment key={index} deployment={deployment} />
          ))}
        </ul>
      )}
      {unlistedCount > 0 && (
        <p className="mt-1 text-ink-2">{countWithNoun(unlistedCount, "more deployment")} not listed.</p>
      )}
    </>
  );
}

function describeServer({ product, version, latencyMs, targets, isPartial }: FoundMetrics): string {
  const server = product ?? "A server with the Prometheus API";
  const named = version === null ? `${server}, version not reported,` : `${server} ${version}`;
  const scraped =
    targets === null
      ? "The number of its targets is unknown, because it has no series “up”."
      : `It scrapes ${countWithNoun(targets.count, "target")}, of which ${targets.failingCount} ${singularOrPlural(targets.failingCount, "is", "are")} down.`;
  const partial = isPartial ? " Some of its stores did not respond, so data may be missing." : "";
  return `${named} responds in ${Math.round(latencyMs)}${thinSpace}ms. ${scraped}${partial}`;
}

function Traces({ traces }: { readonly traces: Extract<PreviewedTraces, { kind: "found" }> }) {
  const { api, version, services, serviceCount } = traces;
  const unlistedCount = serviceCount - services.length;
  return (
    <>
      <p className="mt-1">
        Jaeger {version === null ? "(version not reported)" : version} responds with the {api}. It has{" "}
        {countWithNoun(serviceCount, "service")}.
      </p>
      <ul aria-label="Trace services" className="mt-1 text-ink-2">
        {services.map(({ name, deployment }, index) => (
          <li key={index} className="wrap-anywhere">
            {isolateDirection(name)}:{" "}
            {deployment === null ? "no deployment has this name" : isolateDirection(deployment)}
          </li>
        ))}
      </ul>
      {unlistedCount > 0 && (
        <p className="mt-1 text-ink-2">{countWithNoun(unlistedCount, "more service")} not listed.</p>
      )}
    </>
  );
}
