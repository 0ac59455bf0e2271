/**
 * Removes the configured credentials from responses. A server or proxy may echo request headers in an error or a debug
 * page, and viewers and logs must not get the credentials.
 */
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";

/** Minimum length of a removed value. Shorter values occur by chance, for example in a status code. */
const minLength = 4;
/** Minimum length of a value that is removed from data, because a shorter value may be a label value. */
const minLengthInData = 12;
/** Minimum length of a part of a header. Shorter parts, such as the value of a flag, are no credentials. */
const minPartLength = 8;
/** Headers that name a tenant. Their values are not removed from data, because the name of a tenant may be a label value. */
const tenantHeader = /tenant|orgid/i;
/** Headers that contain credentials. Parts of other headers, such as `cluster=eu-west`, may be label values. */
const credentialHeader = /auth|cookie|token|key|secret/i;

interface Secret {
  readonly bytes: Buffer;
  readonly isRemovedFromData: boolean;
}

/** Returns the response without the credentials that were sent. */
export type SecretRemoval = (response: UpstreamResponse) => UpstreamResponse;

/** Returns a function that removes all credentials from a response, in any spelling that servers use to quote them. */
export function createSecretRemoval(credentials: SourceCredentials): SecretRemoval {
  const secrets = listSecrets(credentials);
  return (response) => {
    const isData = response.status === 200 && /^\s*[[{]/.test(firstCharacters(response.body));
    const present = secrets.filter(
      ({ bytes, isRemovedFromData }) => (isRemovedFromData || !isData) && find(response.body).includes(bytes),
    );
    const body = present.reduce(removeBytes, response.body);
    return { ...response, body, contentType: removeFromText(response.contentType, secrets) };
  };
}

function listSecrets({ bearerToken, basic, headers }: SourceCredentials): readonly Secret[] {
  const values = [bearerToken, basic?.password];
  if (basic !== undefined) {
    const pair = `${basic.username}:${basic.password}`;
    values.push(pair, Buffer.from(pair).toString("base64"));
  }
  const named = Object.entries(headers).flatMap(([name, value]) => [
    { value, mayBeLabelValue: tenantHeader.test(name) },
    ...listCredentialParts(value).map((part) => ({
      value: part,
      mayBeLabelValue: !credentialHeader.test(name),
    })),
  ]);
  return [...values.map((value = "") => ({ value, mayBeLabelValue: false })), ...named]
    .filter(({ value }) => value.length >= minLength)
    .flatMap(({ value, mayBeLabelValue }) =>
      spellings(value).map((spelling) => ({
        bytes: Buffer.from(spelling),
        isRemovedFromData: !mayBeLabelValue && value.length >= minLengthInData,
      })),
    )
    .toSorted((a, b) => b.bytes.length - a.bytes.length);
}

/**
 * Returns the credentials within the value of a header: after the scheme, as in `Bearer token`, the decoded pair of
 * `Basic`, and the values of cookies. A server may name them without the rest of the header.
 */
function listCredentialParts(value: string): readonly string[] {
  const [, scheme = "", credentials = ""] = /^([A-Za-z]{1,20}) +(\S+)$/.exec(value) ?? [];
  const pair = scheme.toLowerCase() === "basic" ? Buffer.from(credentials, "base64").toString() : "";
  const cookies = value.split(";").flatMap((part) => /^[^=]*=(.*)$/.exec(part.trim())?.[1] ?? []);
  return [credentials, pair, pair.slice(pair.indexOf(":") + 1), ...cookies].filter(
    (part) => part.length >= minPartLength,
  );
}

/** Returns the value as it is, in JSON, in a URL and in HTML, each as common servers escape it. */
function spellings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const quoted = [json, JSON.stringify(json).slice(1, -1)];
  const url = encodeURIComponent(value.toWellFormed());
  const html = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    ...new Set([
      value,
      ...quoted.flatMap((text) => [text, escapeLikeGo(text), escapeLikePython(text), escapeLikePhp(text)]),
      url,
      url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      url.replaceAll("%20", "+"),
      html.replaceAll('"', "&quot;"),
      html.replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
      html.replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
    ]),
  ];
}

/** Prometheus and Jaeger are written in Go, whose JSON contains no characters of HTML. */
const escapeLikeGo = (json: string): string => json.replaceAll(/[&<>]/g, escapeUnit);

const escapeLikePython = (json: string): string => json.replaceAll(/[\u0080-\uffff]/g, escapeUnit);

const escapeLikePhp = (json: string): string => escapeLikePython(json).replaceAll("/", "\\/");

/** Returns the JSON escape of a UTF-16 code unit. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const find = (body: Uint8Array): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const firstCharacters = (body: Uint8Array): string => find(body).toString("latin1", 0, 64);

const removed = Buffer.from("[removed]");

function removeBytes(body: Uint8Array, { bytes }: Secret): Uint8Array {
  const text = find(body);
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, start)) {
    parts.push(text.subarray(start, at), removed);
    start = at + bytes.length;
  }
  return Buffer.concat([...parts, text.subarray(start)]);
}

function removeFromText(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((rest, { bytes }) => rest.replaceAll(bytes.toString(), "[removed]"), text);
}
