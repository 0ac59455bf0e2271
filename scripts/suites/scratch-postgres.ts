// A temporary, empty PostgreSQL server, to check a migration or run a test suite. Removed completely afterwards.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, ensureFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { createPostgresPart, createPostgresUrl } from "@/demo/stack/postgres/postgres";
import { startWatchdog } from "@/demo/stack/process/process";

/** Temporary PostgreSQL server for tests. */
export interface ScratchPostgres {
  readonly url: string;
  /** Stop and start the server on the same port with its data, like an operator's restart. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops the server and removes its folder. */
  readonly remove: () => Promise<void>;
}

/** Options of a temporary PostgreSQL server. */
export interface ScratchOptions {
  /** True if confirmed writes must survive the end of a server process. Writes are then slower. */
  readonly isDurable?: boolean;
}

/** Starts a server on a free port. `purpose` names its folder. */
export async function startScratchPostgres(
  purpose: string,
  { isDurable = false }: ScratchOptions = {},
): Promise<ScratchPostgres> {
  const folder = ensureFolder(join(dataFolder(purpose), randomUUID()));
  const { postgres: port } = await choosePorts(["postgres"]);
  const server = { folder: join(folder, "postgres"), port };
  const owner = { notesFolder: ensureFolder(join(folder, "processes")), runId: randomUUID() };
  // The watchdog stops the server when this process is killed.
  const releaseWatchdog = startWatchdog(owner);
  const part = createPostgresPart({
    ...server,
    owner,
    log: silentLog,
    isDurable,
  });
  await part.start();
  return {
    url: createPostgresUrl(server),
    stop: part.stop,
    start: part.start,
    remove: async () => {
      await part.stop();
      releaseWatchdog();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
