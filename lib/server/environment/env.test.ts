import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseEnvironment } from "./env";
import { environmentVariables, type RawEnvironment } from "./env-variables";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

const minimum: RawEnvironment = {
  DATABASE_URL: "postgresql://localhost/ridgepoint",
  PROMETHEUS_URL: "http://localhost:9090",
};

const oidc: RawEnvironment = {
  ...minimum,
  RIDGEPOINT_OIDC_ISSUER: "https://login.example.com/realms/ops",
  RIDGEPOINT_OIDC_CLIENT_ID: "ridgepoint",
  RIDGEPOINT_OIDC_CLIENT_SECRET: "secret",
};

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a start with the required variables only", () => {
  test("has one source, jobs on, loopback and port 3000", () => {
    const environment = parseEnvironment(minimum);
    expect(environment).toMatchObject({ runsJobs: true, isDemo: false, hostname: "127.0.0.1", port: 3000 });
    expect(environment.sources.map(({ slug, url, setBy }) => ({ slug, url, setBy }))).toEqual([
      { slug: "prometheus", url: "http://localhost:9090", setBy: "PROMETHEUS_URL" },
    ]);
  });

  test("treats empty text as not set", () => {
    expect(parseEnvironment({ ...minimum, JAEGER_URL: "", PORT: " " }).sources).toHaveLength(1);
  });
});

test("a sign-in provider has the name of its host unless it has a name, and domains in lower case", () => {
  expect(parseEnvironment(minimum).provider).toBeUndefined();
  expect(parseEnvironment(oidc).provider).toMatchObject({ name: "login.example.com", domains: [] });
  const named = {
    ...oidc,
    RIDGEPOINT_OIDC_NAME: "Login",
    RIDGEPOINT_OIDC_DOMAINS: "Example.com, example.org",
  };
  expect(parseEnvironment(named).provider).toMatchObject({
    name: "Login",
    domains: ["example.com", "example.org"],
  });
});

test("a sign-in proxy is one of the listed addresses or networks, also as an IPv4 address in IPv6", () => {
  expect(parseEnvironment(minimum).trustedHeader).toBeUndefined();
  const { trustedHeader } = parseEnvironment({
    ...minimum,
    RIDGEPOINT_TRUSTED_HEADER: "X-Forwarded-Email",
    RIDGEPOINT_TRUSTED_PROXIES: "10.0.0.5, 192.168.7.0/24,fd00::/64",
  });
  expect(trustedHeader?.name).toBe("x-forwarded-email");
  const isProxy = (address: string): boolean | undefined => trustedHeader?.isProxy(address);
  for (const address of ["10.0.0.5", "::ffff:10.0.0.5", "192.168.7.255", "fd00::1", "FD00:0:0:0:1::"])
    expect([address, isProxy(address)]).toEqual([address, true]);
  for (const address of ["10.0.0.6", "192.168.8.1", "fd00:0:0:1::1", "127.0.0.1", "unknown", "", "::1"])
    expect([address, isProxy(address)]).toEqual([address, false]);
});

test("a proxy in front of the server is one of the listed addresses or networks", () => {
  expect(parseEnvironment(minimum).isForwardingProxy).toBeUndefined();
  const { isForwardingProxy } = parseEnvironment({ ...minimum, RIDGEPOINT_PROXIES: "127.0.0.1,10.1.0.0/16" });
  expect(["127.0.0.1", "10.1.2.3", "10.2.0.1"].map((address) => isForwardingProxy?.(address))).toEqual([
    true,
    true,
    false,
  ]);
});

describe("reports an invalid variable in one line with the fix", () => {
  const cases: readonly (readonly [RawEnvironment, RegExp])[] = [
    [
      { ...minimum, RIDGEPOINT_PROXIES: "0.0.0.0/0" },
      /^RIDGEPOINT_PROXIES contains “0\.0\.0\.0\/0”, which is not an address or network\. fix: set RIDGEPOINT_PROXIES=/,
    ],
    [{ PROMETHEUS_URL: "http://p" }, /^DATABASE_URL is not set\. fix: set DATABASE_URL/],
    [{ DATABASE_URL: "postgresql://d/x" }, /^PROMETHEUS_URL is not set\. fix: set PROMETHEUS_URL/],
    [
      { ...minimum, DATABASE_URL: "mysql://hush:hush@d/x" },
      /^DATABASE_URL must be .* postgresql:\/\/\. fix: /,
    ],
    [
      { ...minimum, RIDGEPOINT_SECRET_KEY: "short" },
      /^RIDGEPOINT_SECRET_KEY must have at least 32 characters\. fix: /,
    ],
    [
      { ...oidc, RIDGEPOINT_OIDC_ISSUER: "http://login.example.com" },
      /^RIDGEPOINT_OIDC_ISSUER must begin with https/,
    ],
    [
      { ...oidc, RIDGEPOINT_OIDC_ISSUER: undefined },
      /^RIDGEPOINT_OIDC_ISSUER is not set but RIDGEPOINT_OIDC_CLIENT_ID is/,
    ],
    [{ ...oidc, RIDGEPOINT_OIDC_CLIENT_SECRET: undefined }, /^RIDGEPOINT_OIDC_CLIENT_SECRET is not set but/],
    [
      { ...minimum, RIDGEPOINT_TRUSTED_HEADER: "X-Forwarded-Email" },
      /^RIDGEPOINT_TRUSTED_PROXIES is not set but .*every client could name any person\. fix: /,
    ],
    [{ ...minimum, RIDGEPOINT_TRUSTED_PROXIES: "10.0.0.5" }, /^RIDGEPOINT_TRUSTED_HEADER is not set but/],
    ...[
      "",
      "10.0.0",
      "10.0.0.0/33",
      "0.0.0.0/0",
      "::/0",
      "10.0.0.5,proxy",
      "1.2.3.4/8/8",
      "10.0.0.1/-1",
      ",",
    ].map((proxies): readonly [RawEnvironment, RegExp] => [
      {
        ...minimum,
        RIDGEPOINT_TRUSTED_HEADER: "X-Forwarded-Email",
        RIDGEPOINT_TRUSTED_PROXIES: proxies,
      },
      /^RIDGEPOINT_TRUSTED_PROXIES (?:contains|is not set)/,
    ]),
    ...["Cookie", "Authorization", "X-Forwarded-For", "X-Ridgepoint-Client-Address", "a b"].map(
      (name): readonly [RawEnvironment, RegExp] => [
        { ...minimum, RIDGEPOINT_TRUSTED_HEADER: name, RIDGEPOINT_TRUSTED_PROXIES: "10.0.0.5" },
        /^RIDGEPOINT_TRUSTED_HEADER is not a header for a person/,
      ],
    ),
    [{ ...oidc, RIDGEPOINT_OIDC_DOMAINS: "example.com,@x" }, /^RIDGEPOINT_OIDC_DOMAINS contains “@x”/],
    [{ ...minimum, PROMETHEUS_URL: "localhost:9090" }, /^PROMETHEUS_URL must begin with http:\/\/ .*fix: /],
    [{ ...minimum, JAEGER_URL: "::" }, /^JAEGER_URL is not a URL\. fix: .* http:\/\/localhost:16686$/],
    [
      { ...minimum, RIDGEPOINT_LOGS_URL: "javascript:alert({traceId})" },
      /^RIDGEPOINT_LOGS_URL must be a URL that begins with http:\/\/ or https:\/\/\. fix: /,
    ],
    [
      { ...minimum, RIDGEPOINT_LOGS_URL: "https://l/{trace}" },
      /^RIDGEPOINT_LOGS_URL has the unknown placeholder \{trace\}\. .*fix: /,
    ],
    [{ ...minimum, PROMETHEUS_URL: "::" }, /^PROMETHEUS_URL is not a URL\. fix: /],
    [
      { ...minimum, PROMETHEUS_URL: "http://a:hush@p" },
      /^PROMETHEUS_URL must not contain .*fix: move them to PROMETHEUS_USERNAME/,
    ],
    [{ ...minimum, PROMETHEUS_URL: "http://p/?a=b" }, /^PROMETHEUS_URL must not contain \?/],
    [
      { ...minimum, PROMETHEUS_USERNAME: "a" },
      /^PROMETHEUS_PASSWORD is not set but PROMETHEUS_USERNAME is\. fix: /,
    ],
    [
      { ...minimum, PROMETHEUS_PASSWORD: "hush" },
      /^PROMETHEUS_USERNAME is not set but a password is\. fix: /,
    ],
    [
      { ...minimum, PROMETHEUS_HEADERS: "nonsense" },
      /^PROMETHEUS_HEADERS must have the form Name: value\. fix: /,
    ],
    [{ ...minimum, PROMETHEUS_HEADERS: "Host: x" }, /^PROMETHEUS_HEADERS may not set Host\. fix: /],
    [
      { ...minimum, PROMETHEUS_CA_FILE: "/nowhere/ca.pem" },
      /^PROMETHEUS_CA_FILE names \/nowhere\/ca\.pem, which cannot be read \(ENOENT\)\. fix: /,
    ],
    [
      { ...minimum, PROMETHEUS_BEARER_TOKEN: "hush\nX: y" },
      /^PROMETHEUS_BEARER_TOKEN contains a line break\. fix: /,
    ],
    [
      {
        ...minimum,
        JAEGER_URL: "http://j",
        JAEGER_BEARER_TOKEN: "hush",
        JAEGER_USERNAME: "a",
        JAEGER_PASSWORD: "hush",
      },
      /^JAEGER_BEARER_TOKEN and JAEGER_USERNAME are both set\. fix: /,
    ],
    [{ ...minimum, RIDGEPOINT_JOBS: "no" }, /^RIDGEPOINT_JOBS must be on or off\. fix: /],
    [{ ...minimum, PORT: "70000" }, /^PORT must be a port number\. fix: /],
    [{ ...minimum, RIDGEPOINT_URL: "ftp://x" }, /^RIDGEPOINT_URL must be .*fix: /],
  ];

  test.each(cases)("%o", (variables, line) => {
    const attempt = (): unknown => parseEnvironment(variables);
    expect(attempt).toThrow(line);
    // One line without secrets.
    expect(attempt).not.toThrow(/\n|hush/);
  });
});

describe("credentials", () => {
  test("are read from a file without its last line break", () => {
    const file = written("token", "s3cret\n");
    const [source] = parseEnvironment({ ...minimum, PROMETHEUS_BEARER_TOKEN_FILE: file }).sources;
    expect(source?.credentials).toEqual({ bearerToken: "s3cret", headers: {} });
  });

  test("from an empty file prevent the start", () => {
    const file = written("empty", "\n");
    expect(() => parseEnvironment({ ...minimum, PROMETHEUS_BEARER_TOKEN_FILE: file })).toThrow(
      /^PROMETHEUS_BEARER_TOKEN_FILE names an empty file\. fix: /,
    );
  });

  test("may be a user with a password, headers and certificates", () => {
    const ca = written("ca.pem", "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n");
    const { sources } = parseEnvironment({
      ...minimum,
      JAEGER_URL: "https://jaeger.example.com/base/",
      JAEGER_USERNAME: "reader",
      JAEGER_PASSWORD: "p w",
      JAEGER_HEADERS: "X-Scope-OrgID: team-a, X-Other=b:c",
      JAEGER_CA_FILE: ca,
    });
    expect(sources[1]).toMatchObject({
      slug: "jaeger",
      url: "https://jaeger.example.com/base",
      credentials: {
        basic: { username: "reader", password: "p w" },
        headers: { "X-Scope-OrgID": "team-a", "X-Other": "b:c" },
        caPem: expect.stringContaining("BEGIN CERTIFICATE"),
      },
    });
  });
});

test("traces come from Tempo or Jaeger, not both", () => {
  const { sources } = parseEnvironment({
    ...minimum,
    TEMPO_URL: "http://tempo:3200",
    TEMPO_HEADERS: "X-Scope-OrgID: a",
  });
  expect(sources[1]).toMatchObject({ slug: "tempo", kind: "tempo", title: "Tempo", setBy: "TEMPO_URL" });
  const bothSources = { ...minimum, TEMPO_URL: "http://tempo:3200", JAEGER_URL: "http://jaeger:16686" };
  expect(() => parseEnvironment(bothSources)).toThrow(
    /^TEMPO_URL and JAEGER_URL are both set, .* fix: unset one of them$/,
  );
});

test("lists every variable once, with an example", () => {
  const names = environmentVariables.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, example, description } of environmentVariables) {
    expect({ name, hasText: example !== "" && description.endsWith(".") }).toEqual({ name, hasText: true });
  }
});
