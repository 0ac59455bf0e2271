/** Texts for a family of signals for which no exporter is joined to a deployment. */
import type { ExporterKind } from "@/lib/model/signals/signal-definition";

/** Sentence for each exporter family of which a deployment has no exporter. */
export const notJoinedSentences: { readonly [F in ExporterKind]: string } = {
  gpu: "No GPU exporter matches this deployment by pod, node or host name.",
  host: "No host exporter matches this deployment by node or host name.",
  container: "No container metrics match this deployment by pod name.",
  database: "No database exporter is joined to this deployment.",
  training: "No training exporter is joined to this deployment.",
};
