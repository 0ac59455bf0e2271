/** Adds the people of the demo to a database without people. */
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { systemPrincipal } from "@/lib/server/principal";
import { isDemoSignInEnabled } from "@/lib/server/sessions/demo-visitor";
import { hasAnyPerson, cachePersonExists } from "@/lib/server/sessions/person-exists";
import { writeChange } from "@/lib/server/with-change";

/**
 * Adds the people of the demo. Does nothing if the server does not sign visitors in, or if a person exists.
 * Throws database-unavailable.
 */
export async function addDemoPeople(): Promise<void> {
  if (!isDemoSignInEnabled() || (await hasAnyPerson())) return;
  await writeChange(systemPrincipal, "add-demo-people", async (transaction) => {
    await transaction.$executeRaw`lock table people in share row exclusive mode`;
    if ((await transaction.person.count()) > 0) return null;
    await transaction.person.createMany({ data: [demoEditor, demoAdmin] });
    return null;
  });
  cachePersonExists(true);
}
