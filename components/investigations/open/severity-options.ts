import { severities, severityExplanations } from "@/lib/model/investigation/severity";
import type { ChoiceOptions } from "@/components/shared/forms/fields";

/** Options of a field for the severity, each with its explanation. */
export const severityOptions: ChoiceOptions = severities.map(
  (severity) => [String(severity), `${severity}: ${severityExplanations[severity]}`] as const,
);
