/**
 * How a source is reached: its address and what proves who asks. Read from environment or files at start; never stored,
 * never sent to a browser, never logged.
 */
import type { SourceKind } from "./source";

export interface SourceCredentials {
  readonly bearerToken?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  /** Sent with every request, for example `X-Scope-OrgID`. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM text of certificates to trust besides the system's. */
  readonly caPem?: string;
}

/** A source as the environment names it. */
export interface ConfiguredSource {
  readonly slug: string;
  readonly kind: SourceKind;
  readonly title: string;
  /** Without user info and without a trailing slash. */
  readonly url: string;
  /** The variable that names it. */
  readonly setBy: string;
  readonly credentials: SourceCredentials;
}
