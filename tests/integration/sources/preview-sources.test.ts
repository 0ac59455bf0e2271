/** The preview of new sources: what it finds in a real Prometheus, who may request it, and which addresses it refuses. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PreviewSourcesResponse } from "@/lib/contracts/installation/source-preview";
import { parseConfigFile } from "@/lib/server/config-file/config-file";
import { parseEnvironment } from "@/lib/server/environment/env";
import { getProcessState } from "@/lib/server/process-state";
import { writeServedHistory } from "@/tests/support/histories/served-history";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment,
} from "@/tests/support/server/server-environment";
import { certificatePem, privateKeyPem } from "@/tests/support/server/test-certificate";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { send, type Answer } from "../investigations/investigation-fixture";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { startRecordingServer, type RecordingServer } from "./served-requests";

let own: TestDatabase;
let prometheus: FrozenPrometheus;
let jaeger: RecordingServer;
let guarded: RecordingServer;
let page: RecordingServer;
let redirecting: RecordingServer;
let oversized: RecordingServer;
/** Not allowed by the operator. */
let internal: RecordingServer;
const encrypted = createServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) =>
  response.end(),
);
let admin: SignedInPerson;

const mebibyte = 1_024 * 1_024;
const closedHost = "127.0.0.1:9";
const encryptedHost = () => `127.0.0.1:${(encrypted.address() as AddressInfo).port}`;

function writeHistory(): string {
  const endMs = Date.now();
  const servers = [
    { model: "acme/chat-70b", instance: "a:8000" },
    { model: "acme/chat-70b", instance: "b:8000" },
  ];
  const times = [240, 180, 120, 60, 0].map((agoSeconds) => Math.floor(endMs / 1_000) - agoSeconds);
  const up = [
    "# TYPE up gauge",
    ...['job="vllm",instance="a:8000"', 'job="vllm",instance="b:8000"'].flatMap((labels) =>
      times.map((time) => `up{${labels}} 1 ${time}`),
    ),
    ...times.map((time) => `up{job="node",instance="c:9100"} 0 ${time}`),
    "# EOF\n",
  ].join("\n");
  return writeServedHistory(servers, endMs).replace("# EOF\n", up);
}

beforeAll(async () => {
  own = await createMigratedDatabase();
  await new Promise<void>((resolve) => void encrypted.listen(0, "127.0.0.1", resolve));
  [prometheus, jaeger, guarded, page, redirecting, oversized, internal] = await Promise.all([
    startPrometheus(writeHistory()),
    startRecordingServer(({ url }, response) => {
      if (url === "/api/v3/services")
        response.end(JSON.stringify({ services: ["other", "chat-70b-gateway", "chat-70b"] }));
      else response.end('<script>const version = {"gitVersion":"v2.11.0"}</script>');
    }),
    startRecordingServer(
      (_request, response) => void response.writeHead(401).end("secret text of the server"),
    ),
    startRecordingServer((_request, response) => void response.end("<html>Sign in</html>")),
    startRecordingServer((_request, response) => {
      response.writeHead(302, { location: `${internal.url}/api/v1/status/buildinfo` }).end();
    }),
    startRecordingServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(Buffer.alloc(17 * mebibyte, 32));
    }),
    startRecordingServer((_request, response) => void response.end("{}")),
  ]);
  const allowed = [prometheus.url, jaeger.url, guarded.url, page.url, redirecting.url, oversized.url];
  useServerEnvironment({
    DATABASE_URL: own.url,
    PROMETHEUS_URL: unreachableUrl,
    RIDGEPOINT_SOURCE_HOSTS: [...allowed.map((url) => new URL(url).host), encryptedHost()].join(","),
  });
  admin = await addSignedInPerson("admin");
}, 120_000);
afterAll(async () => {
  await leaveServerEnvironment();
  encrypted.close();
  const servers = [jaeger, guarded, page, redirecting, oversized, internal];
  await Promise.all([...servers.map((one) => one.close()), prometheus.stop()]);
  await own.drop();
});

interface SentUrls {
  readonly prometheusUrl: string;
  readonly jaegerUrl?: string | null;
  readonly caller?: SignedInPerson;
}

const request = ({ prometheusUrl, jaegerUrl = null, caller = admin }: SentUrls): Promise<Answer> =>
  send("preview-sources", { caller, body: { prometheusUrl, jaegerUrl } });

async function preview(urls: SentUrls): Promise<PreviewSourcesResponse> {
  const { status, body } = await request(urls);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PreviewSourcesResponse;
}

const failureOf = async (prometheusUrl: string) => {
  const { metrics } = await preview({ prometheusUrl });
  if (metrics.kind !== "failed") throw new Error(`${prometheusUrl} responds`);
  return metrics;
};

describe("a Prometheus and a Jaeger that respond", () => {
  let found: PreviewSourcesResponse;
  beforeAll(async () => {
    found = await preview({ prometheusUrl: `${prometheus.url}/`, jaegerUrl: jaeger.url });
  });

  test("are described with product, targets, engines, deployments and signals", () => {
    const { metrics } = found;
    if (metrics.kind !== "found") throw new Error(metrics.detail);
    expect(metrics).toMatchObject({
      product: "Prometheus",
      version: expect.stringContaining(prometheus.version) as string,
      isPartial: false,
      targets: { count: 3, failingCount: 1 },
      engines: [{ title: "vLLM", models: ["acme/chat-70b"], instanceCount: 2 }],
      deploymentCount: 1,
    });
    expect(metrics.deployments).toMatchObject([
      {
        title: "chat-70b",
        model: "acme/chat-70b",
        engineTitle: "vLLM",
        instances: ["a:8000", "b:8000"],
        instanceCount: 2,
        exporters: [],
        traceServices: ["chat-70b-gateway", "chat-70b"],
      },
    ]);
    const signals = metrics.deployments[0]?.signals;
    if (signals?.kind !== "checked") throw new Error(JSON.stringify(signals));
    expect(signals.available).toEqual(expect.arrayContaining(["running", "requests"]));
    const disabled = signals.missing.filter(({ howToEnable }) => howToEnable !== null);
    expect(disabled.length).toBeGreaterThan(0);
    expect(signals.missing.slice(0, disabled.length)).toEqual(disabled);
    for (const { reason, detail } of signals.missing) expect([reason, detail]).not.toContain(null);
  });

  test("are described with the services of each deployment", () => {
    expect(found.traces).toMatchObject({
      kind: "found",
      api: "API v3",
      version: "2.11.0",
      services: [
        { name: "chat-70b", deployment: "chat-70b" },
        { name: "chat-70b-gateway", deployment: "chat-70b" },
        { name: "other", deployment: null },
      ],
      serviceCount: 3,
    });
  });

  test("have lines of configuration that Ridgepoint accepts", () => {
    expect(found.environmentLines).toBe(`PROMETHEUS_URL=${prometheus.url}\nJAEGER_URL=${jaeger.url}\n`);
    const lines = found.environmentLines.trim().split("\n");
    const variables = Object.fromEntries(lines.map((line) => line.split("=", 2)));
    const { sources } = parseEnvironment({ DATABASE_URL: own.url, ...variables });
    expect(sources.map(({ url }) => url)).toEqual([prometheus.url, jaeger.url]);
    if (found.configFile.kind !== "written") throw new Error(found.configFile.reason);
    const file = { fileName: "ridgepoint.yaml", sourceSlugs: ["prometheus"] };
    expect(parseConfigFile(found.configFile.text, file)).toMatchObject([
      {
        title: "chat-70b",
        slug: "chat-70b",
        engine: "vllm",
        model: "acme/chat-70b",
        pools: [{ role: "both", selectors: [{ model_name: "acme/chat-70b", job: "vllm" }] }],
        traceServices: ["chat-70b-gateway", "chat-70b"],
      },
    ]);
  });

  test("leave nothing behind", async () => {
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query(
      "select (select count(*) from sources)::int + (select count(*) from deployments)::int as count",
    );
    await client.end();
    expect(rows).toEqual([{ count: 0 }]);
    expect(getProcessState("temporary-sources", () => new Map()).size).toBe(0);
    const states = getProcessState("source-states", () => new Map<string, unknown>());
    expect([...states.keys()].filter((slug) => slug.startsWith("checked-"))).toEqual([]);
  });

  test("receive no cookie, no origin, no credentials and no forwarded header of the admin", () => {
    expect(jaeger.received.length).toBeGreaterThan(0);
    for (const { headers } of jaeger.received)
      expect(Object.keys(headers).toSorted()).toEqual([
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ]);
  });
});

test("editors and viewers may not request a preview", async () => {
  for (const role of ["editor", "viewer"] as const) {
    const caller = await addSignedInPerson(role);
    const { status, body } = await request({ prometheusUrl: prometheus.url, caller });
    expect([status, body.code]).toEqual([403, "forbidden"]);
  }
});

describe("a source that cannot be queried", () => {
  test("and requires credentials names the variables, in the response and in the lines", async () => {
    const found = await preview({ prometheusUrl: guarded.url, jaegerUrl: guarded.url });
    expect(found.metrics).toMatchObject({ kind: "failed", failure: "auth-failed" });
    expect(JSON.stringify(found.metrics)).toContain("PROMETHEUS_BEARER_TOKEN_FILE");
    expect(JSON.stringify(found.traces)).toContain("JAEGER_BEARER_TOKEN_FILE");
    expect(found.environmentLines).toContain("# PROMETHEUS_BEARER_TOKEN_FILE=");
    expect(found.environmentLines).toContain("# JAEGER_BEARER_TOKEN_FILE=");
    expect(JSON.stringify(found)).not.toContain("secret text");
    expect(found.configFile).toEqual({ kind: "absent", reason: "No deployment was found." });
  });

  test("and is a web page is not described as Prometheus", async () => {
    expect(await failureOf(page.url)).toMatchObject({
      failure: "bad-answer",
      detail: expect.stringContaining("web page instead of a Prometheus response") as string,
      fix: expect.stringContaining("base URL of the API") as string,
    });
  });

  test("and has a certificate of an unknown CA names the variable of the CA", async () => {
    expect(await failureOf(`https://${encryptedHost()}`)).toMatchObject({
      failure: "untrusted",
      fix: expect.stringContaining("PROMETHEUS_CA_FILE") as string,
    });
  });

  test("and redirects is not followed", async () => {
    expect(await failureOf(redirecting.url)).toMatchObject({
      failure: "bad-answer",
      detail: expect.stringContaining("redirects are not followed") as string,
    });
    expect(internal.received).toEqual([]);
  });

  test("and sends too much is not read to the end", async () => {
    expect(await failureOf(oversized.url)).toMatchObject({ failure: "too-large" });
  });
});

describe("an address that the operator does not allow", () => {
  test.each([
    ["http://169.254.169.254/latest/meta-data", "is a link-local or metadata address"],
    ["http://2852039166/", "is a link-local or metadata address"],
    ["http://metadata.google.internal/", "is a metadata service"],
    ["http://127.0.0.1:3000/", "is Ridgepoint"],
    ["http://10.0.0.1:9090/", "The operator can allow it with RIDGEPOINT_SOURCE_HOSTS"],
    ["http://user:password@example.com/", "must not contain a user name or password"],
    ["http://example.com/?query=up", "must not contain ?"],
  ])("%s is refused next to its field", async (url, reason) => {
    for (const [field, urls] of [
      ["prometheusUrl", { prometheusUrl: url }],
      ["jaegerUrl", { prometheusUrl: prometheus.url, jaegerUrl: url }],
    ] as const) {
      const { status, body } = await request(urls);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { pointer: `#/${field}`, detail: expect.stringContaining(reason) as string },
      ]);
    }
  });

  test("is not connected to, and has the text of a closed port", async () => {
    const port = new URL(internal.url).port;
    const open = await failureOf(`http://localhost:${port}`);
    const closed = await failureOf(`http://localhost:9`);
    const unknown = await failureOf("http://no-such-host.invalid:9090");
    expect(internal.received).toEqual([]);
    const texts = [open, closed, unknown].map(({ detail, fix }) =>
      `${detail}. ${fix}`.replaceAll(/localhost:\d+|no-such-host\.invalid:9090/g, "host"),
    );
    expect(new Set(texts).size).toBe(1);
    // The host of a configured source needs no entry.
    const allowed = await failureOf(`http://${closedHost}`);
    expect(`${allowed.detail}. ${allowed.fix}`.replaceAll(closedHost, "host")).toBe(texts[0]);
  });
});

test("an admin can request 20 previews at once, and the refusal states when to repeat", async () => {
  const caller = await addSignedInPerson("admin");
  for (let count = 0; count < 20; count += 1)
    await preview({ prometheusUrl: `http://${closedHost}`, caller });
  const { status, body } = await request({ prometheusUrl: `http://${closedHost}`, caller });
  expect([status, body.code]).toEqual([429, "rate-limited"]);
  expect(body.retryAfterMs).toBeGreaterThan(0);
  // The limit of another admin is not affected.
  await preview({ prometheusUrl: `http://${closedHost}` });
});
