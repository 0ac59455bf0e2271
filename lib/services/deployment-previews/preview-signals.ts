/** Selects the signals of a preview: the engine's headline signals and one per exporter family. Pure. */
import { engineById, exporterById } from "@/lib/engines";
import type { Deployment } from "@/lib/model/deployment/deployment";
import { families, type ExporterKind } from "@/lib/model/signals/signal-definition";
import { listSignalIds, type SignalId } from "@/lib/model/signals/signals";

const engineSignals: readonly SignalId[] = ["ttft", "requests", "running", "kv-usage"];

/** Signal that almost every exporter of a family exposes, by family. */
const exporterSignals: { readonly [F in ExporterKind]: SignalId } = {
  gpu: "gpu-memory-used",
  host: "host-cpu",
  container: "container-cpu",
  database: "db-connections",
  training: "train-data-wait",
};

/**
 * Returns the signals to show for an edited deployment: the engine's main signals, one per family of joined
 * exporters, and the mapped training signals.
 */
export function listPreviewSignals({
  engine,
  attachments,
  mappings = {},
}: Pick<Deployment, "engine" | "attachments" | "mappings">): readonly SignalId[] {
  const joined = attachments
    .filter(({ selectors }) => selectors.length > 0)
    .map(({ exporter }) => exporterById(exporter).family);
  const present = new Set(joined);
  // A training job serves no requests.
  const shownTrainingSignal = present.has("training") ? exporterSignals.training : undefined;
  const shownEngineSignals = engineById(engine).role === "training" ? [] : engineSignals;
  return [
    ...shownEngineSignals,
    ...families.flatMap((family) =>
      family !== "engine" && present.has(family) ? [exporterSignals[family]] : [],
    ),
    ...listSignalIds("training").filter((id) => mappings[id] !== undefined && id !== shownTrainingSignal),
  ];
}
