/** Writes the environment variables that configure new sources, as lines for a shell or an environment file. */
import type { SourceFailure } from "@/lib/model/sources/source";

/** A source to configure. */
export interface NewSource {
  /** Prefix of its variables, such as "PROMETHEUS". */
  readonly prefix: "PROMETHEUS" | "JAEGER";
  /** URL as entered and checked, without user name, "?" or "#". */
  readonly url: string;
  /** Why the source could not be queried. Null if it responded. */
  readonly failure: SourceFailure | null;
}

/** Returns the lines of the variables. A line that begins with # is a comment. */
export function formatEnvironmentLines(
  sources: readonly NewSource[],
  { removesTempo }: { readonly removesTempo: boolean },
): string {
  const lines = sources.flatMap(({ prefix, url, failure }) => [
    `${prefix}_URL=${quote(url)}`,
    ...missingVariables(prefix, failure),
  ]);
  return [
    ...lines,
    ...(removesTempo ? ["# Remove TEMPO_URL, because only one trace source is supported."] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function missingVariables(prefix: NewSource["prefix"], failure: SourceFailure | null): readonly string[] {
  if (failure === "auth-failed")
    return [
      "# Set either the token, or user name and password, or the header of a tenant:",
      `# ${prefix}_BEARER_TOKEN_FILE=/run/secrets/token`,
      `# ${prefix}_USERNAME=reader`,
      `# ${prefix}_PASSWORD_FILE=/run/secrets/password`,
      `# ${prefix}_HEADERS="X-Scope-OrgID: team-a"`,
    ];
  if (failure === "untrusted")
    return [
      "# Name the file of the CA that signed the certificate:",
      `# ${prefix}_CA_FILE=/etc/ssl/our-ca.pem`,
    ];
  return [];
}

/** Returns a URL that a shell reads unchanged. A quote in a URL can be written as %27. */
function quote(url: string): string {
  return /^[\w.:/@%~+,=-]+$/.test(url) ? url : `'${url.replaceAll("'", "%27")}'`;
}
