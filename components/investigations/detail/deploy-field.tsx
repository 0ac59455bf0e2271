"use client";

import { useQueries } from "@tanstack/react-query";
import { eventsQuery } from "@/lib/client/queries/events";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { formatDateTime } from "@/lib/format/time";
import { ChoiceField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { useTimeZone } from "@/components/shared/use-time-zone";
import type { StateValues } from "./state-schema";

interface DeployFieldProps {
  readonly form: FormConnection<StateValues>;
  readonly deployments: Investigation["deployments"];
  /** Deploys that the server refuses, because they were the fix of an earlier round. */
  readonly earlierFixIds: readonly string[];
}

/** Selects the deploy that contains the fix, from the events of the last 30 days. */
export function DeployField({ form, deployments, earlierFixIds }: DeployFieldProps) {
  const timeZone = useTimeZone();
  const lists = useQueries({
    queries: deployments.map(({ slug }) =>
      eventsQuery({ deployment: slug, from: "now-30d", to: "now", live: false }),
    ),
  });
  const events = new Map(
    lists
      .flatMap(({ data }) => data?.events ?? [])
      .filter(({ id, kind }) => kind === "deploy" && !earlierFixIds.includes(id))
      .map((event) => [event.id, event]),
  );
  const options = [...events.values()].map(
    ({ id, title, atMs }) => [id, `${formatDateTime(atMs, timeZone)}: ${title}`] as const,
  );
  return (
    <ChoiceField
      form={form}
      name="deployEventId"
      label="Deploy that contains the fix"
      options={[["", "Not chosen"], ...options]}
      hint={
        deployments.length === 0
          ? missingDeploymentText
          : describeOptions(options.length, earlierFixIds.length)
      }
    />
  );
}

const missingDeploymentText =
  "This investigation has no deployment, so no deploy can be linked. Choose “Edit” above, and add the deployment first.";

function describeOptions(count: number, earlierCount: number): string {
  return count === 0
    ? `No ${earlierCount === 0 ? "" : "other "}deploy of these deployments is recorded in the last 30 days. Add a deploy event on Signals first.`
    : `The deploy events of the last 30 days${earlierCount === 0 ? "" : ", without the fixes of earlier rounds"}.`;
}
