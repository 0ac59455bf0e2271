/**
 * Parses the environment once. An invalid variable is one line with its name and the fix. `readEnvironmentOrExit`
 * prints that line and exits at the start.
 */
import { traceSourceKinds } from "@/lib/model/sources/source";
import { z } from "zod";
import { logsTemplateError } from "@/lib/model/traces/logs-template";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { assertPresent } from "@/lib/base/assert";
import { environmentVariables, type RawEnvironment } from "./env-variables";
import { readProviderEnvironment, type SignInProvider } from "./env-provider";
import { readSecret } from "./env-secret";
import { readTrustedHeaderEnvironment, type TrustedHeader } from "./env-trusted-header";
import { parseNetworks, type AddressTest } from "./network-list";
import { readSourceEnvironment } from "./env-source";
import {
  readAllowedHosts,
  sourceHostsVariable,
  webhookHostsVariable,
  type AllowedHost,
} from "./env-allowed-hosts";
import { assertMayListen } from "./listen-address";
import { EnvironmentError } from "./environment-error";
import { getProcessState } from "@/lib/server/process-state";

/** Validated configuration of the server. */
export interface ServerEnvironment {
  readonly databaseUrl: string;
  /** The first source provides the metrics of discovered deployments. */
  readonly sources: readonly ConfiguredSource[];
  readonly publicUrl: URL | undefined;
  /** Private hosts to which webhooks may be sent. */
  readonly webhookHosts: readonly AllowedHost[];
  /** Private hosts that the check of new sources may query, in addition to the hosts of the configured sources. */
  readonly sourceHosts: readonly AllowedHost[];
  /** Text from which the keys of stored secrets are derived. Undefined when not set. */
  readonly secretKey: string | undefined;
  /** OpenID Connect provider with which people may sign in. Undefined when not set. */
  readonly provider: SignInProvider | undefined;
  /** Header in which a proxy passes the signed-in person. Undefined when not set. */
  readonly trustedHeader: TrustedHeader | undefined;
  /** Returns whether an address belongs to a proxy in front of the server. Undefined when not set. */
  readonly isForwardingProxy: AddressTest | undefined;
  /** File with deployments as code. Undefined when not set. */
  readonly configFilePath: string | undefined;
  /** URL template of logs. Undefined when not set. */
  readonly logsUrlTemplate: string | undefined;
  /** File with notes about the sources. Undefined when not set. */
  readonly sourceNotesPath: string | undefined;
  readonly runsJobs: boolean;
  readonly isDemo: boolean;
  /** Random text with which `npm run demo` starts its server. Undefined when not set. */
  readonly demoSecret: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  readonly hostname: string;
  /** True if the server may listen on addresses that other machines can reach. */
  readonly allowsOpen: boolean;
  readonly port: number;
  /** Time that an idle connection of a client stays open. */
  readonly keepAliveMs: number;
  readonly clockOffsetMs: number;
  /** Memory for data of variable size: bodies and caches. */
  readonly memoryLimitBytes: number;
}

const proxiesVariable = "RIDGEPOINT_PROXIES";
const mebibyte = 1_024 * 1_024;
const minMemoryLimitMb = 256;
const minSecretKeyLength = 32;

/** Default of RIDGEPOINT_MEMORY_LIMIT: 1 GiB. */
export const defaultMemoryLimitBytes = 1_024 * mebibyte;

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;

/** Returns whether the value is an HTTP URL. The caller provides the message. */
function httpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

const schema = z.object({
  DATABASE_URL: z
    .string({ error: "is not set" })
    .refine(
      (value) => URL.canParse(value) && /^postgres(?:ql)?:$/.test(new URL(value).protocol),
      "must be a URL that begins with postgresql://",
    ),
  RIDGEPOINT_URL: z.string().refine(httpUrl, "must be a URL that begins with http:// or https://").optional(),
  RIDGEPOINT_CONFIG: z.string().optional(),
  RIDGEPOINT_LOGS_URL: z
    .string()
    .superRefine((value, context) => {
      const error = logsTemplateError(value);
      if (error !== null) context.addIssue({ code: "custom", message: error });
    })
    .optional(),
  RIDGEPOINT_SOURCE_NOTES: z.string().optional(),
  RIDGEPOINT_JOBS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  RIDGEPOINT_DEMO: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  RIDGEPOINT_DEMO_SECRET: z
    .string()
    .min(minSecretKeyLength, `must have at least ${minSecretKeyLength} characters`)
    .optional(),
  RIDGEPOINT_LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` })
    .default("info"),
  HOSTNAME: z.string().default("127.0.0.1"),
  RIDGEPOINT_ALLOW_OPEN: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number")
    .default(3000),
  RIDGEPOINT_KEEP_ALIVE: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of seconds")
    .transform(Number)
    .default(75),
  RIDGEPOINT_MEMORY_LIMIT: z
    .string()
    .regex(/^\d{1,7}$/, "must be a number of MiB")
    .transform(Number)
    .refine((value) => value >= minMemoryLimitMb, `must be at least ${minMemoryLimitMb}`)
    .default(defaultMemoryLimitBytes / mebibyte),
  RIDGEPOINT_TEST_CLOCK_OFFSET_MS: z
    .string()
    .regex(/^-?\d{1,15}$/, "must be an integer of milliseconds")
    .transform(Number)
    .default(0),
});

/** Parses the variables. Throws EnvironmentError for the first invalid one. */
export function parseEnvironment(variables: RawEnvironment): ServerEnvironment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = assertPresent(parsed.error.issues[0], "a failed parse has an issue");
    throw environmentError(String(issue.path[0]), issue.message);
  }
  const values = parsed.data;
  const metrics = readSourceEnvironment("prometheus", given);
  if (!metrics) throw environmentError("PROMETHEUS_URL", "is not set");
  const [traces, other] = traceSourceKinds.flatMap((kind) => readSourceEnvironment(kind, given) ?? []);
  if (traces && other)
    throw new EnvironmentError(
      other.setBy,
      `and ${traces.setBy} are both set, but only one trace source is supported`,
      `unset one of them`,
    );
  return {
    databaseUrl: values.DATABASE_URL,
    sources: traces ? [metrics, traces] : [metrics],
    publicUrl: values.RIDGEPOINT_URL === undefined ? undefined : new URL(values.RIDGEPOINT_URL),
    webhookHosts: readAllowedHosts(webhookHostsVariable, given),
    sourceHosts: readAllowedHosts(sourceHostsVariable, given),
    secretKey: readSecretKey(given),
    provider: readProviderEnvironment(given),
    trustedHeader: readTrustedHeaderEnvironment(given),
    isForwardingProxy:
      given[proxiesVariable] === undefined
        ? undefined
        : parseNetworks(proxiesVariable, given[proxiesVariable]),
    configFilePath: values.RIDGEPOINT_CONFIG,
    logsUrlTemplate: values.RIDGEPOINT_LOGS_URL,
    sourceNotesPath: values.RIDGEPOINT_SOURCE_NOTES,
    runsJobs: values.RIDGEPOINT_JOBS === "on",
    isDemo: values.RIDGEPOINT_DEMO === "1",
    demoSecret: values.RIDGEPOINT_DEMO_SECRET,
    logLevel: values.RIDGEPOINT_LOG_LEVEL,
    hostname: values.HOSTNAME,
    allowsOpen: values.RIDGEPOINT_ALLOW_OPEN === "1",
    port: values.PORT,
    keepAliveMs: values.RIDGEPOINT_KEEP_ALIVE * 1_000,
    clockOffsetMs: values.RIDGEPOINT_TEST_CLOCK_OFFSET_MS,
    memoryLimitBytes: values.RIDGEPOINT_MEMORY_LIMIT * mebibyte,
  };
}

function readSecretKey(variables: RawEnvironment): string | undefined {
  const name = "RIDGEPOINT_SECRET_KEY";
  const key = readSecret(name, variables);
  if (key !== undefined && key.length < minSecretKeyLength)
    throw environmentError(name, `must have at least ${minSecretKeyLength} characters`);
  return key;
}

function environmentError(name: string, problem: string): EnvironmentError {
  const example = environmentVariables.find((variable) => variable.name === name)?.example;
  const fix = example === undefined ? `correct ${name}` : `set ${name}, for example ${name}=${example}`;
  return new EnvironmentError(name, problem, fix);
}

/** Returns the environment of the process, parsed on first use and shared by all copies of this module. */
export function readEnvironment(): ServerEnvironment {
  return getProcessState("environment", () => parseEnvironment(process.env));
}

/** Returns the environment, or prints one line to standard error and exits with code 64. */
export function readEnvironmentOrExit(): ServerEnvironment {
  try {
    const environment = readEnvironment();
    // The development server listens on loopback, even if a container engine sets HOSTNAME.
    if (process.env.NODE_ENV === "production") assertMayListen(environment.hostname, environment.allowsOpen);
    return environment;
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // 64: wrong usage, as in sysexits.h.
    process.exit(64);
  }
}
