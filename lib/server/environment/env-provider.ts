/** Reads the OpenID Connect provider with which people may sign in. */
import { isLoopbackHost } from "../http/request-guard";
import { readSecret } from "./env-secret";
import { EnvironmentError } from "./environment-error";
import { environmentVariables, type RawEnvironment } from "./env-variables";

/** OpenID Connect provider with which people sign in. */
export interface SignInProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name on the sign-in page. */
  readonly name: string;
  /** Domains of the accepted e-mail addresses in lower case. Empty: all. */
  readonly domains: readonly string[];
}

const prefix = "RIDGEPOINT_OIDC_";
const issuerName = `${prefix}ISSUER`;

/**
 * Reads the OpenID Connect provider from the environment; undefined if none is configured. Throws
 * EnvironmentError for an incomplete one.
 */
export function readProviderEnvironment(variables: RawEnvironment): SignInProvider | undefined {
  const given = environmentVariables.find(
    ({ name }) => name.startsWith(prefix) && variables[name] !== undefined,
  );
  if (given === undefined) return undefined;
  const clientId = variables[`${prefix}CLIENT_ID`];
  const clientSecret = readSecret(`${prefix}CLIENT_SECRET`, variables);
  if (variables[issuerName] === undefined) throw createMissingError(issuerName, given.name);
  if (clientId === undefined) throw createMissingError(`${prefix}CLIENT_ID`, given.name);
  if (clientSecret === undefined) throw createMissingError(`${prefix}CLIENT_SECRET`, given.name);
  const issuer = parseIssuer(variables[issuerName]);
  return {
    issuer,
    clientId,
    clientSecret,
    name: variables[`${prefix}NAME`]?.trim() ?? issuer.host,
    domains: parseDomains(variables[`${prefix}DOMAINS`]),
  };
}

function createMissingError(name: string, given: string): EnvironmentError {
  return new EnvironmentError(name, `is not set but ${given} is`, `set ${name}, or unset ${given}`);
}

/** The client secret and the tokens are sent to the issuer, so plain HTTP is accepted on this machine only. */
function parseIssuer(text: string): URL {
  const fix = `set ${issuerName} to an https:// URL`;
  if (!URL.canParse(text)) throw new EnvironmentError(issuerName, "is not a URL", fix);
  const url = new URL(text);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.host));
  if (!isSafe) throw new EnvironmentError(issuerName, "must begin with https://", fix);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw new EnvironmentError(issuerName, "must not contain a user name, ? or #", fix);
  return url;
}

function parseDomains(text: string | undefined): readonly string[] {
  const name = `${prefix}DOMAINS`;
  const domains = (text ?? "")
    .split(",")
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== "");
  const invalid = domains.find((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain));
  if (invalid !== undefined)
    throw new EnvironmentError(
      name,
      `contains “${invalid}”, which is not a domain`,
      `set ${name}=example.com`,
    );
  return domains;
}
