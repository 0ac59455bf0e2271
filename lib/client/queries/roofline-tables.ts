/** Tables of accelerators and models: list, add, edit, export and import. */
import { queryOptions } from "@tanstack/react-query";
import type {
  AcceleratorResponse,
  acceleratorsContract,
  AcceleratorVersionsResponse,
  AddAcceleratorBody,
  AddModelBody,
  EditAcceleratorBody,
  EditModelBody,
  ImportResponse,
  ModelResponse,
  modelsContract,
  ModelVersionsResponse,
  PreviewModelBody,
  PreviewModelResponse,
} from "@/lib/contracts/roofline/roofline-tables";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchFile, fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { retryDelayMs } from "@/lib/client/retry";

const freshMs = 300_000;

/** Query for the GPU table. */
export const acceleratorsQuery = endpointQuery<typeof acceleratorsContract>(
  "/api/v1/roofline/accelerators",
  {},
  { staleTime: freshMs },
);

/** Query for the model table. */
export const modelsQuery = endpointQuery<typeof modelsContract>(
  "/api/v1/roofline/models",
  {},
  { staleTime: freshMs },
);

/** Creates the query for all versions of an added GPU or model, newest first. */
export function entryVersionsQuery(table: "accelerators" | "models", id: string) {
  return queryOptions({
    queryKey: [`/api/v1/roofline/${table}`, "versions", id],
    queryFn: ({ signal }) =>
      fetchJson<AcceleratorVersionsResponse | ModelVersionsResponse>(`/api/v1/roofline/${table}/${id}`, {
        signal,
      }),
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
  });
}

/** Adds a GPU to the table. */
export function addAccelerator(
  body: AddAcceleratorBody,
  idempotencyKey: string,
): Promise<AcceleratorResponse> {
  return fetchJson("/api/v1/roofline/accelerators", { method: "POST", body, idempotencyKey });
}

/** Edits an added GPU, based on the displayed version. */
export function editAccelerator(
  id: string,
  version: number,
  body: EditAcceleratorBody,
): Promise<AcceleratorResponse> {
  return fetchJson(`/api/v1/roofline/accelerators/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Adds a model to the table. */
export function addModel(body: AddModelBody, idempotencyKey: string): Promise<ModelResponse> {
  return fetchJson("/api/v1/roofline/models", { method: "POST", body, idempotencyKey });
}

/** Edits an added model, based on the displayed version. */
export function editModel(id: string, version: number, body: EditModelBody): Promise<ModelResponse> {
  return fetchJson(`/api/v1/roofline/models/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Returns the model that a `config.json` describes, without adding it. */
export function previewModel(body: PreviewModelBody): Promise<PreviewModelResponse> {
  return fetchJson("/api/v1/roofline/model-previews", { method: "POST", body });
}

/** Returns all added GPUs and models and all chosen settings as one document. */
export function exportRooflineTables(): Promise<Blob> {
  return fetchFile("/api/v1/roofline/export");
}

/** Imports an exported document of GPUs, models and settings. */
export function importRooflineTables(file: Blob): Promise<ImportResponse> {
  return fetchJson("/api/v1/roofline/import", { method: "POST", file, idempotencyKey: newIdempotencyKey() });
}
