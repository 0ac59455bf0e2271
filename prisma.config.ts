/** Where Prisma's command line finds the schema and the migrations. Migrations are applied by `lib/server/db/migrate.ts`. */
import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
