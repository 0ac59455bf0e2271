/**
 * Simulates Thanos, Mimir and VictoriaMetrics on top of a real Prometheus, with their documented differences: prefix,
 * tenant, version, partial responses, limits. The numbers are Prometheus's.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Refusal {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface VariantBehaviour {
  /** URL of the Prometheus with the data. */
  targetUrl: string;
  /** Path prefix of its API; empty for Prometheus's path. */
  prefix: string;
  /** Null when it has no such endpoint. */
  buildInfo: Readonly<Record<string, string>> | null;
  /** A required header; requests without it are rejected. */
  tenantHeader: string | null;
  /** Added to every response, such as the warnings of a partial one. */
  extraFields: Readonly<Record<string, unknown>>;
  refuse: (promql: string, form: URLSearchParams) => Refusal | undefined;
}

export interface PrometheusVariant {
  readonly behaviour: VariantBehaviour;
  readonly url: string;
  /** Distinct API paths that were requested. */
  readonly requestedPaths: ReadonlySet<string>;
  readonly close: () => void;
}

export async function startPrometheusVariant(plain: VariantBehaviour): Promise<PrometheusVariant> {
  const behaviour = { ...plain };
  const requestedPaths = new Set<string>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? "/", behaviour.targetUrl);
    const body = await text(request);
    const send = ({
      status,
      contentType = "application/json",
      headers = {},
      body: responseBody,
    }: Refusal): void => {
      response.writeHead(status, { ...headers, "content-type": contentType }).end(responseBody);
    };
    const api = `${behaviour.prefix}/api/v1/`;
    if (!address.pathname.startsWith(api))
      return send({ status: 404, contentType: "text/plain", body: "404 page not found" });
    const { tenantHeader, buildInfo } = behaviour;
    if (tenantHeader !== null && request.headers[tenantHeader.toLowerCase()] === undefined)
      return send({ status: 401, contentType: "text/plain", body: "no org id" });
    const path = address.pathname.slice(api.length);
    requestedPaths.add(path);
    if (path === "status/buildinfo")
      return buildInfo === null
        ? send({ status: 404, contentType: "text/plain", body: "404 page not found" })
        : send({ status: 200, body: JSON.stringify({ status: "success", data: buildInfo }) });
    const form = new URLSearchParams(request.method === "POST" ? body : address.search);
    const refusal = behaviour.refuse(form.get("query") ?? "", form);
    if (refusal !== undefined) return send(refusal);
    const upstreamResponse = await fetch(new URL(`/api/v1/${path}`, behaviour.targetUrl), {
      method: "POST",
      body: form,
    });
    const upstreamBody = (await upstreamResponse.json()) as object;
    return send({
      status: upstreamResponse.status,
      body: JSON.stringify({ ...upstreamBody, ...behaviour.extraFields }),
    });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    behaviour,
    requestedPaths,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
