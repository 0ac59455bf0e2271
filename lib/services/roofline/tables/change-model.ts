/** Previews or adds a model from its config.json, or writes a new version of a model. */
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { totalParameters } from "@/lib/analysis/roofline/step-work/parameters";
import type {
  addModelContract,
  editModelContract,
  previewModelContract,
} from "@/lib/contracts/roofline/roofline-tables";
import type { ModelDocument } from "@/lib/model/roofline/architecture-schema";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { addEntry, changeEntry } from "./change-entry";
import { toModelRow } from "./describe-rows";
import { parseModelConfig, parseModelConfigOrThrow } from "./parse-model-config";

/** Parses a `config.json` without storing the model. Lists every field that prevents the calculation. */
export const previewModel: Handler<typeof previewModelContract> = async ({ body }) => {
  const read = parseModelConfig(body);
  if (!read.ok) return { kind: "refused", problems: [...read.error] };
  const { architecture, plan } = read.value.document;
  return {
    kind: "read",
    id: architecture.id,
    architecture,
    plan,
    remarks: [...read.value.remarks],
    parameterCount: totalParameters(architecture),
    kvBytesPerToken: kvBytesPerToken(architecture, plan.kv),
  };
};

/** Adds a model. Throws conflict, too-large and database-unavailable. Throws invalid-input with every invalid field. */
export const addModel: Handler<typeof addModelContract> = async ({ body, principal }) => {
  const { document, remarks } = parseModelConfigOrThrow(body);
  const entryId = document.architecture.id;
  const written = await addEntry({ kind: "model", entryId, principal }, document);
  return { asOfMs: nowMs(), row: toModelRow({ ...written, document }), remarks: [...remarks] };
};

/** Writes a new version of a model. Throws not-found, precondition-failed, invalid-input and database-unavailable. */
export const editModel: Handler<typeof editModelContract> = async ({
  params: { entryId },
  body,
  principal,
  expectedVersion,
}) => {
  const read = "config" in body ? parseModelConfigOrThrow(body) : null;
  const isRetired = "isRetired" in body && body.isRetired;
  const written = await changeEntry<ModelDocument>(
    { kind: "model", entryId, principal },
    expectedVersion,
    (present) => {
      if ("restoreVersion" in body) return body;
      if (read === null) return { document: present, isRetired };
      // Settings refer to the id, so it does not change with the name.
      const architecture = { ...read.document.architecture, id: entryId };
      return { document: { ...read.document, architecture }, isRetired };
    },
  );
  return { asOfMs: nowMs(), row: toModelRow(written), remarks: [...(read?.remarks ?? [])] };
};
