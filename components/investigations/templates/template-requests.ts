/** Requests that change templates of investigations. */
import { fetchJson } from "@/lib/client/fetch-json";
import type { TemplateBody, TemplateEntry } from "@/lib/contracts/investigations/templates";

interface ChangedTemplate {
  readonly template: TemplateEntry;
}

const path = "/api/v1/investigations/templates";

/** Creates a template for investigations. */
export function createTemplate(body: TemplateBody, idempotencyKey: string): Promise<ChangedTemplate> {
  return fetchJson(path, { method: "POST", body, idempotencyKey });
}

/** Replaces the content of a template. Rejects with a conflict if another person saved a newer version. */
export function editTemplate(id: string, version: number, body: TemplateBody): Promise<ChangedTemplate> {
  return fetchJson(`${path}/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Deletes a template. Investigations that were opened with it stay unchanged. */
export function deleteTemplate({ id, version }: Pick<TemplateEntry, "id" | "version">): Promise<object> {
  return fetchJson(`${path}/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
