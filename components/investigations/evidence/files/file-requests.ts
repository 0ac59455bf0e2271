/** Requests for the files of an investigation. */
import { queryOptions } from "@tanstack/react-query";
import type {
  AddEvidenceFileQuery,
  AddEvidenceFileResponse,
} from "@/lib/contracts/investigations/evidence-files";
import { fetchFile, fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";

/** Adds a file as evidence. The server refuses a file if the number of received bytes differs from its size. */
export function addEvidenceFile(
  investigationNumber: number,
  file: File,
  query: Omit<AddEvidenceFileQuery, "fileName" | "byteCount">,
  idempotencyKey: string,
): Promise<AddEvidenceFileResponse> {
  return fetchJson(`/api/v1/investigations/${investigationNumber}/evidence/files`, {
    method: "POST",
    bytes: file,
    query: { ...query, fileName: file.name, byteCount: file.size },
    idempotencyKey,
  });
}

/** Returns the address of the content of a file. */
export function createFilePath(investigationNumber: number, evidenceId: string) {
  return `/api/v1/investigations/${investigationNumber}/evidence/${evidenceId}/file` as const;
}

/** Reads the content of a text file, which does not change. */
export function fileTextQuery(investigationNumber: number, evidenceId: string) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "evidence-file", investigationNumber, evidenceId] as const,
    queryFn: async ({ signal }) =>
      (await fetchFile(createFilePath(investigationNumber, evidenceId), { signal })).text(),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
  });
}
