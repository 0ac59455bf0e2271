/**
 * The person as whom the demo signs its visitors in. Only a server that listens on loopback and has the random secret of
 * `npm run demo` does this. RIDGEPOINT_DEMO alone, or a configuration that was copied from a document, therefore gives no
 * access without a sign-in.
 */
import { demoEditor } from "@/lib/model/person";
import { readEnvironment } from "../environment/env";
import { listensOnLoopback } from "../environment/listen-address";
import { readActivePerson, type ActivePerson } from "./active-person";
import { getCallerCache } from "./caller-cache";

/** Returns whether this server signs visitors in as the editor of the demo. */
export function isDemoSignInEnabled(): boolean {
  const { isDemo, demoSecret, hostname } = readEnvironment();
  return isDemo && demoSecret !== undefined && listensOnLoopback(hostname);
}

/**
 * Returns the editor as whom the demo signs visitors in. Undefined on every other server, and if an admin
 * removed the person. Throws database-unavailable.
 */
export async function findDemoVisitor({
  allowsOutage,
}: {
  readonly allowsOutage: boolean;
}): Promise<ActivePerson | undefined> {
  if (!isDemoSignInEnabled()) return undefined;
  return getCallerCache<ActivePerson>("demo-visitors").find(demoEditor.id, {
    allowsOutage,
    read: () => readActivePerson({ id: demoEditor.id }),
  });
}
