/** Reads the environment of one source: URL, credentials, headers and certificates. */
import type { ConfiguredSource, SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { SourceKind } from "@/lib/model/sources/source";
import { allowLinkLocalVariable, isMetadataHost } from "@/lib/server/upstream/outgoing/source-rules";
import { EnvironmentError } from "./environment-error";
import { readNamedFile, readSecret } from "./env-secret";
import { environmentVariables, type RawEnvironment } from "./env-variables";
import { trimTrailing } from "@/lib/base/trim-characters";

interface Naming {
  readonly prefix: string;
  readonly title: string;
  readonly example: string;
}

const kinds: Readonly<Record<SourceKind, Naming>> = {
  prometheus: { prefix: "PROMETHEUS", title: "Prometheus", example: "http://localhost:9090" },
  jaeger: { prefix: "JAEGER", title: "Jaeger", example: "http://localhost:16686" },
  tempo: { prefix: "TEMPO", title: "Tempo", example: "http://localhost:3200" },
};

/**
 * Reads the source of `kind` from the environment; undefined when its URL is not set. Throws
 * EnvironmentError.
 */
export function readSourceEnvironment(
  kind: SourceKind,
  variables: RawEnvironment,
): ConfiguredSource | undefined {
  const { prefix, title, example } = kinds[kind];
  const name = `${prefix}_URL`;
  const text = variables[name];
  if (text === undefined) {
    refuseWithoutAddress(name, variables, example);
    return undefined;
  }
  return {
    slug: kind,
    kind,
    title,
    url: parseAddress(name, variables, example),
    setBy: name,
    credentials: readCredentials(prefix, variables),
  };
}

/** Throws EnvironmentError if credentials are set without a URL, because such a mistake would otherwise go unnoticed. */
function refuseWithoutAddress(name: string, variables: RawEnvironment, example: string): void {
  const prefix = name.replace(/URL$/, "");
  const given = environmentVariables.find(
    (variable) => variable.name.startsWith(prefix) && variables[variable.name] !== undefined,
  );
  if (given === undefined) return;
  throw new EnvironmentError(
    name,
    `is not set but ${given.name} is`,
    `set ${name}, for example ${name}=${example}, or unset ${given.name}`,
  );
}

function parseAddress(name: string, variables: RawEnvironment, example: string): string {
  const text = variables[name] ?? "";
  const fix = `set ${name} to a URL such as ${example}`;
  if (!URL.canParse(text)) throw new EnvironmentError(name, "is not a URL", fix);
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new EnvironmentError(name, "must begin with http:// or https://", fix);
  if (url.username !== "" || url.password !== "") {
    const prefix = name.replace(/_URL$/, "");
    throw new EnvironmentError(
      name,
      "must not contain a user name or password",
      `move them to ${prefix}_USERNAME and ${prefix}_PASSWORD`,
    );
  }
  if (variables[allowLinkLocalVariable] !== "1" && isMetadataHost(url))
    throw new EnvironmentError(
      name,
      "is a link-local or metadata address",
      `correct ${name}, or set ${allowLinkLocalVariable}=1`,
    );
  if (url.search !== "" || url.hash !== "") throw new EnvironmentError(name, "must not contain ? or #", fix);
  return trimTrailing(url.href, "/");
}

function readCredentials(prefix: string, variables: RawEnvironment): SourceCredentials {
  const bearerToken = readSecret(`${prefix}_BEARER_TOKEN`, variables);
  const password = readSecret(`${prefix}_PASSWORD`, variables);
  const username = variables[`${prefix}_USERNAME`];
  if (username === undefined && password !== undefined) {
    throw new EnvironmentError(
      `${prefix}_USERNAME`,
      "is not set but a password is",
      `set ${prefix}_USERNAME`,
    );
  }
  if (username !== undefined && password === undefined) {
    throw new EnvironmentError(
      `${prefix}_PASSWORD`,
      `is not set but ${prefix}_USERNAME is`,
      `set ${prefix}_PASSWORD or ${prefix}_PASSWORD_FILE`,
    );
  }
  if (bearerToken !== undefined && username !== undefined) {
    throw new EnvironmentError(
      `${prefix}_BEARER_TOKEN`,
      `and ${prefix}_USERNAME are both set`,
      `unset one of them`,
    );
  }
  const caFile = variables[`${prefix}_CA_FILE`];
  return {
    ...(bearerToken === undefined ? {} : { bearerToken }),
    ...(username === undefined || password === undefined ? {} : { basic: { username, password } }),
    headers: parseHeaders(`${prefix}_HEADERS`, variables[`${prefix}_HEADERS`]),
    ...(caFile === undefined ? {} : { caPem: readCertificates(`${prefix}_CA_FILE`, caFile) }),
  };
}

function readCertificates(name: string, file: string): string {
  const text = readNamedFile(name, file);
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new EnvironmentError(
      name,
      `names ${file}, which contains no PEM certificate`,
      "use a file with -----BEGIN CERTIFICATE-----",
    );
  }
  return text;
}

/** Headers that the server sets itself. Configuration must not overwrite them. */
const reserved = new Set([
  "host",
  "content-length",
  "content-type",
  "transfer-encoding",
  "connection",
  "authorization",
]);

function parseHeaders(name: string, text: string | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const part of (text ?? "").split(/[,\n]/).filter((each) => each.trim() !== "")) {
    const separatorIndex = part.search(/[:=]/);
    const key = part.slice(0, Math.max(0, separatorIndex)).trim();
    const value = part.slice(separatorIndex + 1).trim();
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(key) || !/^[\x20-\x7e]*$/.test(value)) {
      throw new EnvironmentError(
        name,
        "must have the form Name: value",
        `set ${name}, for example ${name}="X-Scope-OrgID: team-a"`,
      );
    }
    if (reserved.has(key.toLowerCase())) {
      throw new EnvironmentError(name, `may not set ${key}`, `remove ${key} from ${name}`);
    }
    headers[key] = value;
  }
  return headers;
}
