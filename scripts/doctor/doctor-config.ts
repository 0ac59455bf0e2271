// `npm run doctor -- --config FILE`: lists all errors of a configuration file before it is used.
import { redactToLine } from "@/lib/base/safe-text";
import { checkConfigFile, ConfigFileError } from "@/lib/server/config-file/config-file";
import { readConfigText } from "@/lib/server/config-file/read-config-file";
import type { DoctorReport } from "./doctor-source";

/**
 * Checks a configuration file. Source names are not checked, because the environment defines the sources. Never
 * throws for an invalid file.
 */
export function examineConfig(file: string): DoctorReport {
  const checked = check(file);
  if (checked.errors.length > 0) {
    const findings = checked.errors.map(({ location, problem, fix }) => ({
      state: "failed",
      where: location,
      wrong: problem,
      fix,
    }));
    return {
      isHealthy: false,
      jsonDocument: { isWell: false, file, findings },
      textLines: findings.flatMap(({ where, wrong, fix }) => [
        `failed   ${where}: ${wrong}`,
        `         fix: ${fix}`,
      ]),
    };
  }
  const deployments = checked.deployments.map(
    ({ title, slug, engine, pools, attachments, mappings = {} }) => ({
      title,
      slug,
      engine,
      pools: pools.length,
      exporters: attachments?.map(({ exporter }) => exporter) ?? null,
      mappings: Object.keys(mappings),
    }),
  );
  const sources = [...new Set(checked.deployments.map(({ source }) => source))].toSorted();
  return {
    isHealthy: true,
    jsonDocument: { isWell: true, file, deployments, uncheckedSources: sources },
    textLines: [
      `ok       ${file}: ${deployments.length} ${deployments.length === 1 ? "deployment" : "deployments"}`,
      ...deployments.map(({ title, slug, engine }) => `ok       ${title}: ${engine}, at ${slug}`),
      ...(sources.every((source) => source === usualSource) ? [] : [uncheckedLine(sources)]),
    ],
  };
}

/** The source defined by PROMETHEUS_URL; it needs no separate line. */
const usualSource = "prometheus";

function uncheckedLine(sources: readonly string[]): string {
  const named = sources.map((source) => redactToLine(source, 40)).join(", ");
  return `skipped  sources (${named}): not checked, because the environment at startup defines them`;
}

function check(file: string): ReturnType<typeof checkConfigFile> {
  try {
    return checkConfigFile(readConfigText(file, "--config"), { fileName: file, sourceSlugs: null });
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    return { deployments: [], errors: [error] };
  }
}
