import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { PreviewedDeployment } from "@/lib/contracts/installation/source-preview";
import { isolateDirection } from "@/components/shared/isolated-text";

interface PreviewDeploymentProps {
  readonly deployment: PreviewedDeployment;
}

/** Shows a deployment of a new source: its model, instances, trace services, and the signals that have data. */
export function PreviewDeployment({ deployment }: PreviewDeploymentProps) {
  const { title, model, engineTitle, instances, instanceCount, exporters, traceServices } = deployment;
  const unlistedCount = instanceCount - instances.length;
  return (
    <li aria-label={title} className="border-t border-rule py-3">
      <p>
        <span className="font-semibold">{isolateDirection(title)}</span>{" "}
        <span className="text-ink-2">
          {engineTitle}, model {isolateDirection(model)}
        </span>
      </p>
      <p className="text-xs wrap-anywhere text-ink-2">
        {countWithNoun(instanceCount, "instance")}: {isolateDirection(instances.join(", "))}
        {unlistedCount > 0 && ` and ${unlistedCount} more`}. Exporters:{" "}
        {exporters.length === 0 ? "none" : exporters.join(", ")}. Trace services:{" "}
        {traceServices.length === 0 ? "none" : isolateDirection(traceServices.join(", "))}.
      </p>
      <Signals signals={deployment.signals} />
    </li>
  );
}

type MissingSignals = Extract<PreviewedDeployment["signals"], { kind: "checked" }>["missing"][number];

function Signals({ signals }: Pick<PreviewedDeployment, "signals">) {
  if (signals.kind === "not-checked")
    return <p className="text-xs text-ink-2">Signals not checked: {toSentence(signals.detail)}</p>;
  const { available, withoutTraffic, missing } = signals;
  const enableable = missing.filter(({ howToEnable }) => howToEnable !== null);
  const unavailable = missing.filter(({ howToEnable }) => howToEnable === null);
  return (
    <>
      <p className="mt-1 text-xs">
        {countWithNoun(available.length, "signal")} with data, {withoutTraffic.length} without enough requests
        now, {missing.flatMap((one) => one.signals).length} missing.
      </p>
      {enableable.length > 0 && (
        <ul aria-label="Signals to enable" className="mt-1 text-xs text-ink-2">
          {enableable.map((one) => (
            <MissingRow key={one.signals.join(" ")} missing={one} />
          ))}
        </ul>
      )}
      {unavailable.length > 0 && (
        <details className="mt-1 text-xs text-ink-2">
          <summary className="cursor-pointer">Other missing signals</summary>
          <ul className="mt-1">
            {unavailable.map((one) => (
              <MissingRow key={one.signals.join(" ")} missing={one} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function MissingRow({ missing: { signals, detail, howToEnable } }: { readonly missing: MissingSignals }) {
  return (
    <li className="py-0.5 wrap-anywhere">
      <span className="font-medium text-ink">{titlesOf(signals)}:</span> {detail}{" "}
      {howToEnable !== null && <>To enable: {howToEnable}</>}
    </li>
  );
}

function titlesOf(signals: readonly SignalId[]): string {
  return signals.map((signal) => signalDefinition(signal).title).join("; ");
}
