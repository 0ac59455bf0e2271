/**
 * Parses `ridgepoint.yaml`, deployments as code. The entire file is validated before any part is used. Errors have
 * file, line and fix.
 */
import type { z } from "zod";
import { nearestWord } from "@/lib/base/nearest-word";
import type { Attachment, EngineId, Pool } from "@/lib/model/deployment/deployment";
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import type { LimitOverrides } from "@/lib/model/deployment/limits";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import type { SignalMappings } from "@/lib/model/signals/signal-mapping";
import { ConfigFileError } from "./config-file-error";
import { suggestField } from "./config-file-fields";
import { chooseModelName, chooseSlug } from "./config-file-names";
import { fileSchema, findFieldFix, readDeploymentFields, type ParsedDeployment } from "./config-file-schema";
import { findDeploymentErrors } from "./config-file-checks";
import { formatFieldPath, readYaml, type LocatedYaml } from "./yaml-lines";

export { ConfigFileError } from "./config-file-error";

/** Deployment that the configuration file defines. */
export interface FileDeployment {
  readonly title: string;
  readonly slug: string;
  readonly source: string;
  readonly engine: EngineId;
  readonly model: string;
  readonly pools: readonly Pool[];
  /** Exporters of the deployment. If undefined, discovery chooses them. */
  readonly attachments: readonly Attachment[] | undefined;
  readonly traceServices: readonly string[] | undefined;
  /** Metrics of training signals. Discovery does not detect them. */
  readonly mappings: SignalMappings | undefined;
  /** Phase rules for the spans of the deployment. If undefined, only the engines' rules apply. */
  readonly phases: readonly PhaseRule[] | undefined;
  readonly limits: LimitOverrides | undefined;
  readonly environment: EnvironmentValues | undefined;
  readonly gpuHourPrice: GpuHourPrice | undefined;
  readonly isHidden: boolean;
}

/** File name for messages, and the sources that a deployment may use. */
export interface ConfigFileOptions {
  readonly fileName: string;
  /** Slugs of the metrics sources. Null when unknown. */
  readonly sourceSlugs: readonly string[] | null;
}

/** Parses the configuration file. Throws one ConfigFileError that contains all errors. */
export function parseConfigFile(content: string, options: ConfigFileOptions): readonly FileDeployment[] {
  const { deployments, errors } = checkConfigFile(content, options);
  const error = combineErrors(errors, options.fileName);
  if (error !== null) throw error;
  return deployments;
}

/**
 * Maximum number of errors in one message. One mistake often causes two errors: a misspelt name is reported as unknown,
 * and the correct name as missing.
 */
const maxCombined = 3;

/** Combines all errors into one at the location of the first, for the start and for notices. */
function combineErrors(errors: readonly ConfigFileError[], name: string): ConfigFileError | null {
  const [first, ...remaining] = errors;
  if (first === undefined || remaining.length === 0) return first ?? null;
  const listed = remaining.slice(0, maxCombined - 1);
  const leftCount = remaining.length - listed.length;
  const rest =
    leftCount === 0 ? [] : [`and ${leftCount} more (list them with npm run doctor -- --config ${name})`];
  const lines = (text: (one: ConfigFileError) => string): readonly string[] =>
    listed.map((one) => `line ${lineOf(one)}: ${text(one)}`);
  return new ConfigFileError(
    first.location,
    [first.problem, ...lines(({ problem }) => problem), ...rest].join("; "),
    [first.fix, ...lines(({ fix }) => fix)].join("; "),
  );
}

const lineOf = ({ location }: ConfigFileError): number => Number(location.split(":").at(-1));

/** Deployments of the configuration file, or its errors. */
export interface CheckedConfigFile {
  /** Empty if there are errors. */
  readonly deployments: readonly FileDeployment[];
  /** All errors in file order. */
  readonly errors: readonly ConfigFileError[];
}

/** Parses the configuration file and returns all errors at once. */
export function checkConfigFile(
  content: string,
  { fileName, sourceSlugs }: ConfigFileOptions,
): CheckedConfigFile {
  const read = tryYaml(content, fileName);
  if (read instanceof ConfigFileError) return { deployments: [], errors: [read] };
  const file = read.parsedValue ?? {};
  const parsed = fileSchema.safeParse(file, { reportInput: true });
  const errors = inOrder([
    ...(parsed.error?.issues ?? []).flatMap((one) => toErrors(one, read.locate)),
    ...findDeploymentErrors(readDeploymentFields(file), read.locate, sourceSlugs),
  ]);
  const isRight = parsed.success && errors.length === 0;
  return { deployments: isRight ? parsed.data.deployments.map(toFileDeployment) : [], errors };
}

/** Sorts errors by line. */
function inOrder(errors: readonly ConfigFileError[]): readonly ConfigFileError[] {
  return errors.toSorted((left, right) => lineOf(left) - lineOf(right));
}

function tryYaml(content: string, name: string): LocatedYaml | ConfigFileError {
  try {
    return readYaml(content, name);
  } catch (error) {
    if (error instanceof ConfigFileError) return error;
    throw error;
  }
}

function toErrors(issue: z.core.$ZodIssue, at: LocatedYaml["locate"]): readonly ConfigFileError[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      const suggestion = suggestField(issue.path, key);
      return new ConfigFileError(
        at(path),
        `${formatFieldPath(path)} is not known${suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`}`,
        suggestion === undefined
          ? "correct its spelling or remove it"
          : `correct its spelling to ${suggestion}, or remove it`,
      );
    });
  const isMissing = issue.input === undefined;
  const problem = isMissing ? "is missing" : `${issue.message}${suggestionText(issue)}`;
  return [
    new ConfigFileError(
      at(issue.path),
      `${formatFieldPath(issue.path)} ${problem}`,
      findFieldFix(issue.path),
    ),
  ];
}

/** Returns a suggestion for an unknown value. */
function suggestionText(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_value" || typeof issue.input !== "string") return "";
  const suggestion = nearestWord(issue.input, issue.values.map(String));
  return suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`;
}

/** Converts a valid deployment. */
function toFileDeployment(one: ParsedDeployment): FileDeployment {
  const { title, source, engine, attachments, traceServices, mappings, phases, limits, environment } = one;
  return {
    title,
    slug: chooseSlug(one),
    source,
    engine,
    model: chooseModelName(one),
    pools: one.pools ?? [{ role: "both", selectors: one.selectors ?? [] }],
    attachments,
    traceServices,
    mappings,
    phases,
    limits,
    environment,
    gpuHourPrice: one.gpuHourPrice,
    isHidden: one.hidden,
  };
}
