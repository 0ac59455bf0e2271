"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatWindow } from "@/lib/format/time";
import type { ArmBaseline, ArmRole } from "@/lib/model/investigation/experiments/experiment";
import { ChoiceField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { useTimeZone } from "@/components/shared/use-time-zone";
import type { ExperimentValues } from "./experiment-schema";

interface BaselineFieldProps {
  readonly form: FormConnection<ExperimentValues>;
  readonly arm: ArmRole;
  /** The stored baseline of the arm, which may have been deleted; null for another arm. */
  readonly present: ArmBaseline | null;
}

/** Selects a baseline of the arm's deployment. */
export function BaselineField({ form, arm, present }: BaselineFieldProps) {
  const timeZone = useTimeZone();
  const deployment = useWatch({ control: form.control, name: `arms.${arm}.deployment` });
  const { data } = useQuery(baselinesQuery(deployment === "" ? null : deployment));
  const ready = (data?.baselines ?? []).filter((one) => one.deployment?.slug === deployment);
  const listed = ready.flatMap(({ id, name, summary }) =>
    summary === null ? [] : [{ id, name, ...summary }],
  );
  const isListed = present === null || listed.some(({ id }) => id === present.id);
  const options = [...(isListed ? [] : [present]), ...listed].map(
    ({ id, name, window, blockMs, blockCount }) =>
      [
        id,
        `${name ?? "Baseline of a team"}, ${formatWindow(window.startMs, window.endMs, timeZone)}, ${countWithNoun(blockCount, "block")} of ${formatElapsed(blockMs)}`,
      ] as const,
  );
  return (
    <ChoiceField
      form={form}
      name={`arms.${arm}.baselineId`}
      label="Baseline"
      options={[["", "Not chosen"], ...options]}
      hint={
        data !== undefined && options.length === 0
          ? "This deployment has no baseline. Capture one on the page Baselines."
          : "The other arm gets blocks of the same length. A baseline cannot be interleaved with the other arm, so changes over time are part of the difference."
      }
    />
  );
}
