/**
 * Keeps the scripts of the most important pages small. Each page is bundled with the page frame, without the packages of
 * the framework, and its size is compared with a ceiling. `npm run bench -- P18` measures the same in a browser.
 */
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { root } from "./source-files";

/** Maximum size in kB of gzip. Raise a ceiling only together with the reason in the commit. */
const pages = [
  { name: "overview", component: "components/overview/overview-page.tsx", ceilingKb: 49.2 },
  { name: "signals", component: "components/signals/signals-page.tsx", ceilingKb: 105.7 },
] as const;
const frame = ["app/providers.tsx", "components/layout/shell.tsx"] as const;
const framework = /^(?:next|react|react-dom)(?:\/|$)/;

test.each(pages)("the scripts of $name stay below $ceilingKb kB", async ({ component, ceilingKb }) => {
  const sizeKb = (await bundleBytes([...frame, component])) / 1_000;
  expect(sizeKb).toBeLessThanOrEqual(ceilingKb);
});

/** Returns the bytes of the scripts that load before the page is usable; parts that load on first use do not count. */
async function bundleBytes(components: readonly string[]): Promise<number> {
  const entry = "\0page";
  const output = (await build({
    root,
    configFile: false,
    logLevel: "silent",
    mode: "production",
    resolve: {
      alias: [
        { find: "@", replacement: root },
        // As in next.config.ts.
        { find: /^nuqs\/server$/, replacement: "nuqs" },
      ],
    },
    // Tests would get the transform of development, which adds the path and line of each element.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? components.map((file) => `export * from ${JSON.stringify(path.join(root, file))};`).join("\n")
            : null,
      },
    ],
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: entry, external: framework, preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.output.filter((part) => part.type === "chunk");
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const fileName of loaded)
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      loaded.add(imported);
  return chunks
    .filter(({ fileName }) => loaded.has(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}
