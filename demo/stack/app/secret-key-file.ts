// The secret key of an installation or a demo with the bundled PostgreSQL. It is a file next to the database, so that a dump of the
// database does not contain it.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../process/environment";

/** Returns the variable that names the key's file in `folder`, and creates the file. Empty if the user set a key. */
export function nameSecretKeyFile(
  environment: Environment,
  folder: string,
): Readonly<Record<string, string>> {
  const isSet = ["RIDGEPOINT_SECRET_KEY", "RIDGEPOINT_SECRET_KEY_FILE"].some((name) => environment[name]);
  if (isSet) return {};
  const file = join(folder, "secret-key");
  try {
    writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // An existing key must stay, because it decrypts the stored secrets.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return { RIDGEPOINT_SECRET_KEY_FILE: file };
}
