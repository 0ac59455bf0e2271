/** What no single field of the file can tell: series of its own, slugs that differ, sources that exist, mappings that fit. */
import { safeText } from "@/lib/base/safe-text";
import { poolsTrouble } from "@/lib/model/deployment-review";
import { mappingTrouble, type MappedSignal } from "@/lib/model/signal-mapping";
import { phaseRuleTrouble } from "@/lib/model/phase-rule";
import { ConfigFileError } from "./config-file-error";
import { ofNames, ofSameSeries } from "./config-file-clashes";
import { fixes, sentencePart, type ReadableDeployment } from "./config-file-schema";
import type { Spot, Troubles } from "./config-file-trouble";
import { pathText, type YamlValue } from "./yaml-lines";

/** In the order of the file. What a field holds is not judged where the field itself is wrong. */
export function troublesOf(
  all: readonly (ReadableDeployment | null)[],
  at: YamlValue["at"],
  sources: readonly string[] | null,
): Troubles {
  const taken = new Set<string>();
  const titles = new Set<string>();
  const finders = new Map<string, number>();
  return all.flatMap((one, index) => {
    if (one === null) return [];
    const spot: Spot = { path: ["deployments", index], at };
    return [
      ...ofPools(one, spot),
      ...ofMappings(one, spot),
      ...ofServices(one, spot),
      ...ofPhases(one, spot),
      ...ofSource(one, spot, sources),
      ...ofNames(one, spot, { taken, titles }),
      ...ofSameSeries(one, spot, finders),
    ];
  });
}

function ofPools({ fields, given }: ReadableDeployment, { path, at }: Spot): Troubles {
  const name = pathText(path);
  if (given.has("selectors") && given.has("pools"))
    return [
      new ConfigFileError(
        at([...path, "pools"]),
        `${name} has both selectors and pools`,
        "remove selectors: and write them beneath a pool, or remove pools:",
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
  const trouble = pools === undefined ? null : poolsTrouble(pools);
  if (trouble === null) return [];
  const wrong = `${name}.${field}: ${sentencePart(trouble)}`;
  return [new ConfigFileError(at([...path, field]), wrong, fixes["selectors"] ?? "")];
}

function ofMappings({ fields, given }: ReadableDeployment, { path, at }: Spot): Troubles {
  const { engine, mappings = {} } = fields;
  const said = Object.entries(mappings);
  const hasNone = said.length === 0 && (fields.mappings !== undefined || !given.has("mappings"));
  if (hasNone && engine === "training")
    return [
      new ConfigFileError(
        at([...path, "engine"]),
        `${pathText(path)} has no metric: a training job is known by its mappings alone`,
        "add mappings: with a line such as train-step-time: { histogram: step_seconds }",
      ),
    ];
  return said.flatMap(([id, one]) => {
    const signal = id as MappedSignal;
    const trouble = one === undefined ? null : mappingTrouble(signal, one, mappings);
    if (trouble === null) return [];
    const spot = [...path, "mappings", signal];
    return [new ConfigFileError(at(spot), `${pathText(spot)}: ${trouble.wrong}`, trouble.fix)];
  });
}

/** The first of that name stays. */
function ofServices({ services }: ReadableDeployment, { path, at }: Spot): Troubles {
  return services.flatMap((service, index) => {
    if (service === null || services.indexOf(service) === index) return [];
    const spot = [...path, "traceServices", index];
    const wrong = `${pathText(spot)} "${safeText(service, 40)}" is there already`;
    return [new ConfigFileError(at(spot), wrong, "remove it, or correct its name")];
  });
}

function ofPhases({ rules }: ReadableDeployment, { path, at }: Spot): Troubles {
  return rules.flatMap((rule, index) => {
    const trouble = rule === null ? null : phaseRuleTrouble(rule);
    if (trouble === null) return [];
    const spot = [...path, "phases", index];
    return [new ConfigFileError(at(spot), `${pathText(spot)} ${trouble.wrong}`, trouble.fix)];
  });
}

function ofSource(
  { fields: { source } }: ReadableDeployment,
  { path, at }: Spot,
  sources: readonly string[] | null,
): Troubles {
  if (source === undefined || sources === null || sources.includes(source)) return [];
  const wrong = `${pathText(path)}.source "${safeText(source, 40)}" is no metrics source`;
  return [new ConfigFileError(at([...path, "source"]), wrong, `use ${sources.join(" or ")}`)];
}
