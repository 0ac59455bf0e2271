import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSchemaEngine } from "@/lib/server/db/schema-engine";
import { createMigratedDatabase } from "@/tests/support/server/database";

const schemaFolder = "prisma/schema";

async function readSchema(): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith(".prisma")).toSorted();
  return Promise.all(
    names.map(async (path) => ({ path, content: await readFile(join(schemaFolder, path), "utf8") })),
  );
}

test("the migrations produce the schema", async () => {
  const database = await createMigratedDatabase();
  try {
    const files = await readSchema();
    const { exitCode, stdout } = await withSchemaEngine(database.url, (engine) =>
      engine.diff({
        from: { tag: "schemaDatasource", files, configDir: process.cwd() },
        to: { tag: "schemaDatamodel", files },
        script: true,
        exitCode: true,
        filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
      }),
    );
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/empty migration|^$/i),
    });
  } finally {
    await database.drop();
  }
});
