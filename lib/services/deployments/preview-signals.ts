/** Which signals a preview of a deployment shows: the headlines of its engine, and one of each kind of exporter it has. Pure. */
import { engineById, exporterById } from "@/lib/engines";
import type { Deployment } from "@/lib/model/deployment";
import { families, type ExporterFamily } from "@/lib/model/signal-definition";
import { signalsOf, type SignalId } from "@/lib/model/signals";

const engineSignals: readonly SignalId[] = ["ttft", "requests", "running", "kv-usage"];

/** What every exporter of the family tells, or nearly. */
const exporterSignals: { readonly [F in ExporterFamily]: SignalId } = {
  gpu: "gpu-memory-used",
  host: "host-cpu",
  container: "container-cpu",
  database: "db-connections",
  training: "train-data-wait",
};

export function previewSignals({
  engine,
  attachments,
  mappings = {},
}: Pick<Deployment, "engine" | "attachments" | "mappings">): readonly SignalId[] {
  const joined = attachments
    .filter(({ selectors }) => selectors.length > 0)
    .map(({ exporter }) => exporterById(exporter).family);
  const present = new Set(joined);
  // A training job answers no requests.
  const shownTrainingSignal = present.has("training") ? exporterSignals.training : undefined;
  const shownEngineSignals = engineById(engine).role === "training" ? [] : engineSignals;
  return [
    ...shownEngineSignals,
    ...families.flatMap((family) =>
      family !== "engine" && present.has(family) ? [exporterSignals[family]] : [],
    ),
    ...signalsOf("training").filter((id) => mappings[id] !== undefined && id !== shownTrainingSignal),
  ];
}
