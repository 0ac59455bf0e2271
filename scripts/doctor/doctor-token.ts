// Check of the API token that programs send, against the Ridgepoint server that runs on the port.
import { z } from "zod";
import { readRunningVersion, type DoctorFinding } from "./doctor-checks";

const name = "API token";
const requestTimeoutMs = 5_000;
/** The parts of the session that the check needs. Any other caller than one with a token does not match. */
const tokenSession = z.object({
  signInKind: z.literal("token"),
  person: z.object({ name: z.string(), role: z.string() }).nullable(),
});

/**
 * Checks that the running server accepts `RIDGEPOINT_TOKEN`. Returns nothing without a token. Skipped if no Ridgepoint
 * server runs on the port. The token is sent to this machine only.
 */
export async function checkToken(token: string | undefined, port: number): Promise<readonly DoctorFinding[]> {
  if (token === undefined) return [];
  if ((await readRunningVersion(port)) === undefined)
    return [{ name, state: "skipped", detail: `no Ridgepoint server is running on ${port}` }];
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch(() => null);
  if (response === null)
    return [failed("the server did not respond", "repeat npm run doctor, and read the log of the server")];
  const session = response.ok ? tokenSession.safeParse(await response.json()) : null;
  if (session?.success !== true)
    return [failed("the server refused RIDGEPOINT_TOKEN", "create a token in Settings › API tokens")];
  return [{ name, state: "ok", detail: describeOwner(session.data.person) }];
}

function describeOwner(person: { readonly name: string; readonly role: string } | null): string {
  return person === null ? "accepted" : `accepted, for ${person.name} (${person.role})`;
}

function failed(detail: string, fix: string): DoctorFinding {
  return { name, state: "failed", detail, fix };
}
