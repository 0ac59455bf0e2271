/** Describes people for the browser. */
import type { SessionResponse } from "@/lib/contracts/people/session";
import { themes } from "@/lib/model/person";
import { parsePersonRole } from "@/lib/server/access/roles";
import type { Person } from "@/lib/server/db/generated/client";

/** A person as the session endpoint returns it: profile, role and version. */
export type DescribedPerson = NonNullable<SessionResponse["person"]>;

/** Converts the database row of a person into the profile that the session endpoint returns. */
export function describePerson({ id, name, email, role, timeZone, theme, version }: Person): DescribedPerson {
  return {
    id,
    name,
    email: email ?? "",
    role: parsePersonRole(role),
    timeZone,
    theme: themes.find((one) => one === theme) ?? "system",
    version,
  };
}
