/**
 * Imports follow the direction of the layers. The linter reports most violations; this test covers every file and
 * every form of import.
 */
import { expect, test } from "vitest";
import { layers, packageRules, type Layer } from "./layers";
import { productFiles, projectPath, specifiers, valueSpecifiers } from "./source-files";

const inside = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

function layerOf(file: string): Layer | undefined {
  return layers
    .filter((layer) => inside(file, layer.folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)
    .at(0);
}

test("every product file belongs to a layer", () => {
  const known = /^(oxlint|vitest|playwright|next|postcss|prisma|knip)\.config\.m?ts$|^[^/]+\.config\.mjs$/;
  expect(productFiles.filter((file) => layerOf(file) === undefined && !known.test(file))).toEqual([]);
});

test("no file imports from a layer that its layer may not import", () => {
  const upward = productFiles.flatMap((file) => {
    const layer = layerOf(file);
    if (layer === undefined) return [];
    return specifiers(file).flatMap((specifier) => {
      const target = projectPath(file, specifier);
      if (target === undefined || inside(target, layer.folder)) return [];
      const targetLayer = layerOf(target) ?? layerOf(`${target}.ts`);
      if (targetLayer === undefined) return inside(target, "tests") ? [`${file} → ${target}`] : [];
      const allowed = layer.mayImport.some((folder) => inside(targetLayer.folder, folder));
      return allowed || targetLayer.folder === layer.folder ? [] : [`${file} → ${target}`];
    });
  });
  expect(upward).toEqual([]);
});

test("components of one page do not import components of another page", () => {
  const open = new Set(["ui", "charts", "shared", "layout"]);
  const across = productFiles
    .filter((file) => file.startsWith("components/"))
    .flatMap((file) =>
      specifiers(file).flatMap((specifier) => {
        const target = projectPath(file, specifier);
        const [, mine] = file.split("/");
        const [top, theirs] = target?.split("/") ?? [];
        const fine = top !== "components" || theirs === mine || open.has(theirs ?? "");
        return fine ? [] : [`${file} → ${target}`];
      }),
    );
  expect(across).toEqual([]);
});

test("packages are imported only by the folders that may use them", () => {
  const matches = (specifier: string, pattern: string): boolean =>
    pattern.endsWith("*") ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern;
  const strays = productFiles.flatMap((file) => {
    if (layerOf(file) === undefined) return [];
    return specifiers(file).flatMap((specifier) =>
      packageRules
        .filter((rule) => rule.packages.some((pattern) => matches(specifier, pattern)))
        .filter((rule) => !rule.folders.some((folder) => inside(file, folder)))
        .map((rule) => `${file} → ${specifier}: ${rule.reason}`),
    );
  });
  expect(strays).toEqual([]);
});

/** Returns the shortest chain of imports from a file to a package. Undefined if the file does not load it. */
function findChain(start: string, packageName: string): readonly string[] | undefined {
  const visited = new Set([start]);
  const chains: (readonly string[])[] = [[start]];
  for (const chain of chains) {
    const file = chain.at(-1) ?? start;
    for (const specifier of valueSpecifiers(file)) {
      if (specifier === packageName) return chain;
      const target = projectPath(file, specifier);
      const found = [`${target}.ts`, `${target}.tsx`].find((one) => productFiles.includes(one));
      if (target === undefined || found === undefined || visited.has(found)) continue;
      visited.add(found);
      chains.push([...chain, found]);
    }
  }
  return undefined;
}

test("no page loads the complete Zod, whose code generation the content security policy forbids", () => {
  const clientFiles = productFiles.filter((file) => /^(components|lib\/client)\//.test(file));
  const chains = clientFiles.flatMap((file) => findChain(file, "zod")?.join(" → ") ?? []);
  expect(chains).toEqual([]);
  // The search finds the package where it is used.
  expect(findChain("lib/contracts/overview.ts", "zod")).toBeDefined();
});
