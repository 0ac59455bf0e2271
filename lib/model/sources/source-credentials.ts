/**
 * How to connect to a source: its URL and credentials. Read from environment or files at startup; never stored, sent
 * to a browser or logged.
 */
import type { SourceKind } from "./source";

/** Credentials for the requests to one source: bearer token or password, headers, and TLS certificates. */
export interface SourceCredentials {
  readonly bearerToken?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  /** Sent with every request, for example `X-Scope-OrgID`. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM text of certificates to trust in addition to the system's. */
  readonly caPem?: string;
}

/** A source configured in the environment. */
export interface ConfiguredSource {
  readonly slug: string;
  readonly kind: SourceKind;
  readonly title: string;
  /** Without user info and trailing slash. */
  readonly url: string;
  /** The environment variable that configures it. */
  readonly setBy: string;
  readonly credentials: SourceCredentials;
}
