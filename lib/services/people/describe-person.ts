/** Describes people for the browser. */
import type { SessionResponse } from "@/lib/contracts/people/session";
import { themes } from "@/lib/model/person";
import { personRole } from "@/lib/server/access/roles";
import type { Person } from "@/lib/server/db/generated/client";

export type DescribedPerson = NonNullable<SessionResponse["person"]>;

/** Returns the person with the version of the profile, without times. */
export function describePerson({ id, name, email, role, timeZone, theme, version }: Person): DescribedPerson {
  return {
    id,
    name,
    email: email ?? "",
    role: personRole(role),
    timeZone,
    theme: themes.find((one) => one === theme) ?? "system",
    version,
  };
}
