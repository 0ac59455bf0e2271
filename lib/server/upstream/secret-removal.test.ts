import { describe, expect, test } from "vitest";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";
import { createSecretRemoval } from "./secret-removal";

const password = 'p/w "&<ä> long enough';
const credentials: SourceCredentials = {
  bearerToken: "token-0123456789abcdef",
  basic: { username: "reader", password },
  headers: {
    "X-Api-Thing": "header-value-1234567",
    "X-Scope-OrgID": "team-a-production",
    "X-Flag": "1",
    "X-Info": "cluster=production-eu-west",
    "Proxy-Authorization": `Basic ${Buffer.from("proxy-user:proxy-password").toString("base64")}`,
    "X-Auth": "Token scheme-token-1",
    Cookie: "lang=en; session=cookie-session-1",
  },
};
const removeSecrets = createSecretRemoval(credentials);
const base64 = Buffer.from(`reader:${password}`).toString("base64");

function responseOf(text: string, more: Partial<UpstreamResponse> = {}): UpstreamResponse {
  const body = new TextEncoder().encode(text);
  return { status: 200, contentType: "text/html", body, latencyMs: 1, ...more };
}

const textOf = (response: UpstreamResponse): string => Buffer.from(removeSecrets(response).body).toString();

const inJson = JSON.stringify(password);
const escapeUnits = (text: string, units: RegExp): string =>
  text.replaceAll(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const inGo = escapeUnits(inJson, /[&<>]/g);
const inPython = escapeUnits(inJson, /[^\0-\x7f]/g);

const echoes: readonly string[] = [
  `Go: {"error":${inGo}}`,
  `Go, quoted by %q: {"error":${escapeUnits(JSON.stringify(`bad password ${inJson}`), /[&<>]/g)}}`,
  `Python: {"error":${inPython}}`,
  `PHP: {"error":${inPython.replaceAll("/", "\\/")}}`,
  `?password=${encodeURIComponent(password).toLowerCase()}`,
  `?password=${encodeURIComponent(password).replaceAll("%20", "+")}`,
  `<p>${password.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;")}</p>`,
  "unknown token scheme-token-1",
  "user proxy-user:proxy-password is locked",
  "wrong password: proxy-password",
  "session cookie-session-1 has expired",
  "authorization: Bearer token-0123456789abcdef",
  `Authorization: Basic ${base64}`,
  `the value ${base64} is unknown`,
  `reader:${password}@prometheus`,
  JSON.stringify({ echo: password }),
  `?password=${encodeURIComponent(password)}`,
  `<p>${password.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")}</p>`,
  "no scope header-value-1234567 here",
  "unknown tenant team-a-production",
];

const headerParts = ["header-value", "team-a", "scheme-token", "proxy-password", "cookie-session"];

describe("an error or page that echoes credentials", () => {
  test.each(echoes)("%s", (echo) => {
    for (const status of [200, 401, 422, 500]) {
      const text = textOf(responseOf(`<html>${"x".repeat(300)} ${echo}, ${echo}`, { status }));
      expect(text).toContain("[removed]");
      for (const secret of [
        "token-0123",
        base64.slice(0, 20),
        "p/w",
        "p\\/w",
        "p%2",
        "long enough",
        ...headerParts,
      ])
        expect(text).not.toContain(secret);
    }
  });

  test("loses them from the content type, too", () => {
    const { contentType } = removeSecrets(responseOf("", { contentType: "text/token-0123456789abcdef" }));
    expect(contentType).toBe("text/[removed]");
  });
});

describe("data", () => {
  test("lose long credentials, also in a warning", () => {
    const text = textOf(responseOf('{"status":"success","warnings":["sent token-0123456789abcdef"]}'));
    expect(text).toBe('{"status":"success","warnings":["sent [removed]"]}');
  });

  test("keep label values that are equal to a tenant or to a short header", () => {
    const text =
      '{"status":"success","data":{"result":[{"metric":{"tenant":"team-a-production","replica":"1"}}]}}';
    expect(textOf(responseOf(text))).toBe(text);
  });

  test("keep label values that are equal to a part of a header without credentials", () => {
    const text = '{"status":"success","data":{"result":[{"metric":{"cluster":"production-eu-west"}}]}}';
    expect(textOf(responseOf(text))).toBe(text);
    const warning = '{"status":"success","warnings":["unknown session cookie-session-1"]}';
    expect(textOf(responseOf(warning))).toContain("unknown session [removed]");
  });

  test("are the same bytes when they contain no credentials", () => {
    const response = responseOf('{"status":"success"}');
    expect(removeSecrets(response).body).toBe(response.body);
  });
});
