"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { acceleratorsQuery, modelsQuery } from "@/lib/client/queries/roofline-tables";
import { countWithNoun } from "@/lib/format/agreement";
import { SettingsFrame } from "../settings-frame";
import { AcceleratorTable } from "./accelerator-table";
import { ModelTable } from "./model-table";
import { ImportExport } from "./import-export";

/** Shows the GPUs and models that the roofline uses. Users can add entries. */
export function HardwarePage() {
  const client = useQueryClient();
  const accelerators = useQuery(acceleratorsQuery);
  const models = useQuery(modelsQuery);
  const error = accelerators.error ?? models.error;
  const isRead = accelerators.data !== undefined && models.data !== undefined;
  const onWritten = (): Promise<unknown> =>
    Promise.all(
      [["/api/v1/roofline/accelerators"], ["/api/v1/roofline/models"], ["roofline"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return (
    <SettingsFrame
      headline={
        <>
          <span className="font-semibold text-ink">
            {isRead
              ? `${countWithNoun(accelerators.data.accelerators.length, "GPU")} and ${countWithNoun(models.data.models.length, "model")}.`
              : "Hardware and models"}
          </span>
          {isRead && " Each entry names the source of its values."}
        </>
      }
      errorText={
        error === null ? null : `The GPUs and models could not be loaded: ${endSentence(error.message)}`
      }
      onRetry={() => {
        void accelerators.refetch();
        void models.refetch();
      }}
      loadingText={isRead ? null : "Loading GPUs and models"}
    >
      {accelerators.data !== undefined && (
        <AcceleratorTable
          rows={accelerators.data.accelerators}
          retired={accelerators.data.retired}
          onWritten={onWritten}
        />
      )}
      {models.data !== undefined && (
        <ModelTable rows={models.data.models} retired={models.data.retired} onWritten={onWritten} />
      )}
      <ImportExport onWritten={onWritten} />
    </SettingsFrame>
  );
}
