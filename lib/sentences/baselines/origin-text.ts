/** Names of the origins of environment values. */
import type { EnvironmentOrigin } from "@/lib/model/baseline/environment";

/** Title of each origin of an environment value. */
export const originTexts: Readonly<Record<EnvironmentOrigin, string>> = {
  event: "configuration event",
  file: "ridgepoint.yaml",
  "info-metric": "info metric",
  "roofline-setting": "roofline setting",
  observed: "discovered",
};
