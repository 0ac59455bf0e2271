/** Checks across fields of the file: one selector per series, unique slugs, known sources, valid mappings. */
import { safeText } from "@/lib/base/safe-text";
import { poolsError } from "@/lib/model/deployment/deployment-review";
import { mappingError, type MappedSignal } from "@/lib/model/signals/signal-mapping";
import { phaseRuleError } from "@/lib/model/traces/phase-rule";
import { ConfigFileError } from "./config-file-error";
import { checkNames, checkSameSeries } from "./config-file-conflicts";
import { fixes, sentencePart, type ReadableDeployment } from "./config-file-schema";
import type { FileLocation, ConfigFileErrors } from "./config-file-location";
import { pathText, type YamlValue } from "./yaml-lines";

/** Returns the errors in the order of the file. Invalid fields are not checked further. */
export function checkDeployments(
  deployments: readonly (ReadableDeployment | null)[],
  at: YamlValue["at"],
  sources: readonly string[] | null,
): ConfigFileErrors {
  const taken = new Set<string>();
  const titles = new Set<string>();
  const seriesOwners = new Map<string, number>();
  return deployments.flatMap((one, index) => {
    if (one === null) return [];
    const spot: FileLocation = { path: ["deployments", index], at };
    return [
      ...checkPools(one, spot),
      ...checkMappings(one, spot),
      ...checkServices(one, spot),
      ...checkPhases(one, spot),
      ...checkSource(one, spot, sources),
      ...checkNames(one, spot, { taken, titles }),
      ...checkSameSeries(one, spot, seriesOwners),
    ];
  });
}

function checkPools({ fields, given }: ReadableDeployment, { path, at }: FileLocation): ConfigFileErrors {
  const name = pathText(path);
  if (given.has("selectors") && given.has("pools"))
    return [
      new ConfigFileError(
        at([...path, "pools"]),
        `${name} has both selectors and pools`,
        "move the selectors into a pool, or remove pools:",
      ),
    ];
  if (!given.has("selectors") && !given.has("pools"))
    return [
      new ConfigFileError(
        at(path),
        `${name} needs either selectors or pools`,
        'add selectors: with a line such as - { model_name: "chat", job: "vllm" }',
      ),
    ];
  const field = given.has("pools") ? "pools" : "selectors";
  const pools =
    fields.pools ?? (fields.selectors && [{ role: "both" as const, selectors: fields.selectors }]);
  const error = pools === undefined ? null : poolsError(pools);
  if (error === null) return [];
  const problem = `${name}.${field}: ${sentencePart(error)}`;
  return [new ConfigFileError(at([...path, field]), problem, fixes["selectors"] ?? "")];
}

function checkMappings({ fields, given }: ReadableDeployment, { path, at }: FileLocation): ConfigFileErrors {
  const { engine, mappings = {} } = fields;
  const mappingEntries = Object.entries(mappings);
  const hasNone = mappingEntries.length === 0 && (fields.mappings !== undefined || !given.has("mappings"));
  if (hasNone && engine === "training")
    return [
      new ConfigFileError(
        at([...path, "engine"]),
        `${pathText(path)} has no metric, and a training job requires mappings`,
        "add mappings: with a line such as train-step-time: { histogram: step_seconds }",
      ),
    ];
  return mappingEntries.flatMap(([id, one]) => {
    const signal = id as MappedSignal;
    const error = one === undefined ? null : mappingError(signal, one, mappings);
    if (error === null) return [];
    const spot = [...path, "mappings", signal];
    return [new ConfigFileError(at(spot), `${pathText(spot)}: ${error.problem}`, error.fix)];
  });
}

/** Reports every repeated service name after the first. */
function checkServices({ services }: ReadableDeployment, { path, at }: FileLocation): ConfigFileErrors {
  return services.flatMap((service, index) => {
    if (service === null || services.indexOf(service) === index) return [];
    const spot = [...path, "traceServices", index];
    const problem = `${pathText(spot)} "${safeText(service, 40)}" is a duplicate`;
    return [new ConfigFileError(at(spot), problem, "remove it, or correct the name")];
  });
}

function checkPhases({ rules }: ReadableDeployment, { path, at }: FileLocation): ConfigFileErrors {
  return rules.flatMap((rule, index) => {
    const error = rule === null ? null : phaseRuleError(rule);
    if (error === null) return [];
    const spot = [...path, "phases", index];
    return [new ConfigFileError(at(spot), `${pathText(spot)} ${error.problem}`, error.fix)];
  });
}

function checkSource(
  { fields: { source } }: ReadableDeployment,
  { path, at }: FileLocation,
  sources: readonly string[] | null,
): ConfigFileErrors {
  if (source === undefined || sources === null || sources.includes(source)) return [];
  const problem = `${pathText(path)}.source "${safeText(source, 40)}" is no metrics source`;
  return [new ConfigFileError(at([...path, "source"]), problem, `use ${sources.join(" or ")}`)];
}
