/** Checks across fields of the file: one selector per series, unique slugs, known sources, valid mappings. */
import { redactToLine } from "@/lib/base/safe-text";
import { poolsError } from "@/lib/model/deployment/deployment-review";
import { mappingError, type MappedSignal } from "@/lib/model/signals/signal-mapping";
import { phaseRuleError } from "@/lib/model/traces/phase-rule";
import { ConfigFileError } from "./config-file-error";
import { findNameErrors, findSharedSeriesErrors } from "./config-file-conflicts";
import { fixByField, toClause, type FileDeploymentFields } from "./config-file-schema";
import type { FieldLocation, ConfigFileErrors } from "./config-file-location";
import { formatFieldPath, type LocatedYaml } from "./yaml-lines";

/**
 * Checks the deployments of the configuration file. Returns all errors in the order of the file. Fields that the schema
 * refuses are not checked here.
 */
export function findDeploymentErrors(
  deployments: readonly (FileDeploymentFields | null)[],
  locate: LocatedYaml["locate"],
  sourceSlugs: readonly string[] | null,
): ConfigFileErrors {
  const taken = new Set<string>();
  const titles = new Set<string>();
  const seriesOwners = new Map<string, number>();
  return deployments.flatMap((one, index) => {
    if (one === null) return [];
    const spot: FieldLocation = { path: ["deployments", index], locate: locate };
    return [
      ...checkPools(one, spot),
      ...checkMappings(one, spot),
      ...checkServices(one, spot),
      ...checkPhases(one, spot),
      ...checkSource(one, spot, sourceSlugs),
      ...findNameErrors(one, spot, { usedSlugs: taken, usedTitles: titles }),
      ...findSharedSeriesErrors(one, spot, seriesOwners),
    ];
  });
}

function checkPools(
  { validFields, writtenFieldNames }: FileDeploymentFields,
  { path, locate }: FieldLocation,
): ConfigFileErrors {
  const name = formatFieldPath(path);
  if (writtenFieldNames.has("selectors") && writtenFieldNames.has("pools"))
    return [
      new ConfigFileError(
        locate([...path, "pools"]),
        `${name} has both selectors and pools`,
        "move the selectors into a pool, or remove pools:",
      ),
    ];
  if (!writtenFieldNames.has("selectors") && !writtenFieldNames.has("pools"))
    return [
      new ConfigFileError(
        locate(path),
        `${name} needs either selectors or pools`,
        'add selectors: with a line such as - { model_name: "chat", job: "vllm" }',
      ),
    ];
  const field = writtenFieldNames.has("pools") ? "pools" : "selectors";
  const pools =
    validFields.pools ??
    (validFields.selectors && [{ role: "both" as const, selectors: validFields.selectors }]);
  const error = pools === undefined ? null : poolsError(pools);
  if (error === null) return [];
  const problem = `${name}.${field}: ${toClause(error)}`;
  return [new ConfigFileError(locate([...path, field]), problem, fixByField["selectors"] ?? "")];
}

function checkMappings(
  { validFields, writtenFieldNames }: FileDeploymentFields,
  { path, locate }: FieldLocation,
): ConfigFileErrors {
  const { engine, mappings = {} } = validFields;
  const mappingEntries = Object.entries(mappings);
  const hasNone =
    mappingEntries.length === 0 && (validFields.mappings !== undefined || !writtenFieldNames.has("mappings"));
  if (hasNone && engine === "training")
    return [
      new ConfigFileError(
        locate([...path, "engine"]),
        `${formatFieldPath(path)} has no metric, and a training job requires mappings`,
        "add mappings: with a line such as train-step-time: { histogram: step_seconds }",
      ),
    ];
  return mappingEntries.flatMap(([id, one]) => {
    const signal = id as MappedSignal;
    const error = one === undefined ? null : mappingError(signal, one, mappings);
    if (error === null) return [];
    const spot = [...path, "mappings", signal];
    return [new ConfigFileError(locate(spot), `${formatFieldPath(spot)}: ${error.problem}`, error.fix)];
  });
}

/** Reports every repeated service name after the first. */
function checkServices(
  { traceServices }: FileDeploymentFields,
  { path, locate }: FieldLocation,
): ConfigFileErrors {
  return traceServices.flatMap((service, index) => {
    if (service === null || traceServices.indexOf(service) === index) return [];
    const spot = [...path, "traceServices", index];
    const problem = `${formatFieldPath(spot)} "${redactToLine(service, 40)}" is a duplicate`;
    return [new ConfigFileError(locate(spot), problem, "remove it, or correct the name")];
  });
}

function checkPhases(
  { phaseRules }: FileDeploymentFields,
  { path, locate }: FieldLocation,
): ConfigFileErrors {
  return phaseRules.flatMap((rule, index) => {
    const error = rule === null ? null : phaseRuleError(rule);
    if (error === null) return [];
    const spot = [...path, "phases", index];
    return [new ConfigFileError(locate(spot), `${formatFieldPath(spot)} ${error.problem}`, error.fix)];
  });
}

function checkSource(
  { validFields: { source } }: FileDeploymentFields,
  { path, locate }: FieldLocation,
  sources: readonly string[] | null,
): ConfigFileErrors {
  if (source === undefined || sources === null || sources.includes(source)) return [];
  const problem = `${formatFieldPath(path)}.source "${redactToLine(source, 40)}" is not a metrics source`;
  return [new ConfigFileError(locate([...path, "source"]), problem, `use ${sources.join(" or ")}`)];
}
