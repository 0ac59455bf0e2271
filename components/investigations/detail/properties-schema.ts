/** Schema of the form that edits the properties of an investigation. */
import type { EditInvestigationBody, Investigation } from "@/lib/contracts/investigations/investigations";
import { fail, succeed } from "@/lib/base/result";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { formatDateInput, isDateInput, parseDateInputMs } from "@/components/shared/date-input";
import { toTeamChoice } from "../open/team-choice";
import { nullIfEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { deploymentsField, severityField, titleField } from "../open/open-schema";

/** Values of the form. Fields are named as in the request body. Times are texts of date inputs. */
export interface PropertiesValues {
  readonly title: string;
  readonly severity: string;
  readonly deployments: readonly string[];
  readonly ownerId: string;
  /** "everyone", or the id of a team. */
  readonly visibleTo: string;
  readonly dueOn: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  readonly startedAtMs: string;
  readonly detectedAtMs: string;
  readonly mitigatedAtMs: string;
  readonly resolvedAtMs: string;
}

const timeField = textField(
  nullIfEmpty((text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail("Enter a date and a time, or leave the field empty.") : succeed(atMs);
  }),
);

const tagPattern = /^[a-z0-9][a-z0-9-]*$/;

/** Field of tags, separated by commas. Its output is a list in lowercase with hyphens. Reports the first invalid tag. */
export const tagsField = textField((text) => {
  const tags = text
    .split(",")
    .map(toTag)
    .filter((tag) => tag !== "");
  const invalid = tags.find((tag) => !tagPattern.test(tag) || tag.length > investigationLimits.maxTagLength);
  return invalid === undefined
    ? succeed([...new Set(tags)])
    : fail(`The tag “${invalid}” must have letters, digits and hyphens only. Separate tags with commas.`);
});

function toTag(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, "-");
}

/**
 * Output of the form: the request body, but with one choice of who sees the investigation instead of the two
 * fields of the API.
 */
export type EditedProperties = Omit<EditInvestigationBody, "visibility" | "teamId"> &
  Pick<PropertiesValues, "visibleTo">;

/** Checks the form of the properties. Its output is the body of the request, with null for empty fields. */
export const propertiesSchema: FormSchema<PropertiesValues, EditedProperties> = z.object({
  title: titleField,
  severity: severityField,
  deployments: deploymentsField,
  ownerId: textField(nullIfEmpty(succeed)),
  visibleTo: z.string(),
  dueOn: textField(
    nullIfEmpty((text) =>
      isDateInput(text) ? succeed(text) : fail("Enter a date such as 2026-11-19, or leave the field empty."),
    ),
  ),
  tags: tagsField,
  startedAtMs: timeField,
  detectedAtMs: timeField,
  mitigatedAtMs: timeField,
  resolvedAtMs: timeField,
});

/** Returns the values of the form for a stored investigation. */
export function toPropertiesValues(one: Investigation): PropertiesValues {
  const time = (atMs: number | null): string => (atMs === null ? "" : formatDateInput(atMs));
  return {
    title: one.title,
    severity: String(one.severity),
    deployments: one.deployments.map(({ slug }) => slug),
    ownerId: one.owner?.id ?? "",
    visibleTo: toTeamChoice(one),
    dueOn: one.dueOn ?? "",
    tags: one.tags.join(", "),
    startedAtMs: time(one.startedAtMs),
    detectedAtMs: time(one.detectedAtMs),
    mitigatedAtMs: time(one.mitigatedAtMs),
    resolvedAtMs: time(one.resolvedAtMs),
  };
}
