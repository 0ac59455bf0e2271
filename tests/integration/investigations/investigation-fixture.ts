/** Sends requests of people to the endpoints of investigations, with a real PostgreSQL. */
import { expect } from "vitest";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { contractById, loadHandler } from "../people/endpoints";
import { host, type SignedInPerson } from "../people/people-fixture";

export interface SentCall {
  readonly caller: Pick<SignedInPerson, "cookie">;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly version?: number;
  /** Idempotency key of repeated attempts. Absent for a new one. */
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  // The test knows the contract of the endpoint.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

let serial = 0;

/** Sends one request. Returns status and parsed body. */
export async function send(endpoint: string, sent: SentCall): Promise<Answer> {
  const { caller, params = {}, query = {}, body = {}, version = 1 } = sent;
  const { key = `investigation-test-${(serial += 1)}` } = sent;
  const contract = contractById(endpoint);
  const handler = await loadHandler(contract);
  const isRead = contract.method === "GET";
  const request = new Request(`http://${host}${contract.path}?${new URLSearchParams(query).toString()}`, {
    method: contract.method,
    headers: {
      host,
      cookie: caller.cookie,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": key,
      "if-match": `"${version}"`,
    },
    ...(isRead ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, body: await response.json() };
}

/** Opens an investigation. Returns its number as a path parameter. */
export async function openInvestigation(
  caller: SentCall["caller"],
  body: object = {},
): Promise<{ readonly number: string }> {
  const answer = await send("open-investigation", { caller, body: { title: "Slow first tokens", ...body } });
  expect(answer.body).toMatchObject({ investigation: { state: "triage", round: 1 } });
  return { number: String(answer.body.investigation.number) };
}

/** Reads everything that the page of an investigation shows first. */
export async function readInvestigation(
  caller: SentCall["caller"],
  params: { readonly number: string },
): Promise<InvestigationResponse> {
  const answer = await send("investigation", { caller, params });
  expect(answer.status).toBe(200);
  return answer.body as InvestigationResponse;
}
