/**
 * Locations of the schema and the migrations for Prisma's command line. `lib/server/db/migrate.ts` applies the
 * migrations.
 */
import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
