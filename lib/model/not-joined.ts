/** What is said of a whole family of signals where no exporter of its kind was joined to a deployment. */
import type { ExporterFamily } from "./signal-definition";

export const notJoinedSentences: { readonly [F in ExporterFamily]: string } = {
  gpu: "No GPU exporter's series were joined to this deployment by pod, node or host name.",
  host: "No host exporter's series were joined to this deployment by node or host name.",
  container: "No container metrics were joined to this deployment by pod name.",
  database: "No database exporter was joined to this deployment.",
  training: "No training exporter was joined to this deployment.",
};
