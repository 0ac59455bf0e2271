/** Writes deployments as `ridgepoint.yaml`. */
import { stringify } from "yaml";
import type { Deployment } from "@/lib/model/deployment/deployment";
import { ConfigFileError, parseConfigFile } from "./config-file";

type WrittenDeployment = Pick<Deployment, "title" | "slug" | "engine" | "model" | "pools" | "traceServices">;

/** Text of a configuration file, or why the deployments cannot be written as a file. */
export type FormattedConfigFile =
  | { readonly kind: "written"; readonly text: string }
  | { readonly kind: "absent"; readonly reason: string };

const fileName = "ridgepoint.yaml";

/**
 * Returns the text of a file that defines these deployments. The text was parsed again, so that Ridgepoint accepts
 * it.
 */
export function formatConfigFile(deployments: readonly WrittenDeployment[]): FormattedConfigFile {
  const text = stringify(
    { version: 1, deployments: deployments.map(toFields) },
    { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 },
  );
  try {
    parseConfigFile(text, { fileName, sourceSlugs: null });
    return { kind: "written", text };
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    return { kind: "absent", reason: `The file would have an error: ${error.message}.` };
  }
}

function toFields({ title, slug, engine, model, pools, traceServices }: WrittenDeployment): object {
  const [first, ...more] = pools;
  const isSimple = first !== undefined && more.length === 0 && first.role === "both";
  return {
    title,
    slug,
    engine,
    model,
    ...(isSimple ? { selectors: first.selectors } : { pools }),
    ...(traceServices.length === 0 ? {} : { traceServices }),
  };
}
