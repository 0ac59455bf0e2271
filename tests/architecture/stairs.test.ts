/** Imports go down the stairs only, however they are spelled. The linter says so at the desk; this holds for every file. */
import { expect, test } from "vitest";
import { floors, packageRules, type Floor } from "./floors";
import { productFiles, projectPath, specifiers } from "./source-files";

const inside = (file: string, room: string): boolean => file === room || file.startsWith(`${room}/`);

function floorOf(file: string): Floor | undefined {
  return floors
    .filter((floor) => inside(file, floor.room))
    .toSorted((a, b) => b.room.length - a.room.length)
    .at(0);
}

test("every file of the product stands on a floor", () => {
  const known = /^(oxlint|vitest|playwright|next|postcss|prisma|knip)\.config\.m?ts$|^[^/]+\.config\.mjs$/;
  expect(productFiles.filter((file) => floorOf(file) === undefined && !known.test(file))).toEqual([]);
});

test("no file imports from a floor above its own or a room beside it", () => {
  const upward = productFiles.flatMap((file) => {
    const floor = floorOf(file);
    if (floor === undefined) return [];
    return specifiers(file).flatMap((specifier) => {
      const target = projectPath(file, specifier);
      if (target === undefined || inside(target, floor.room)) return [];
      const targetFloor = floorOf(target) ?? floorOf(`${target}.ts`);
      if (targetFloor === undefined) return inside(target, "tests") ? [`${file} → ${target}`] : [];
      const allowed = floor.mayImport.some((room) => inside(targetFloor.room, room));
      return allowed || targetFloor.room === floor.room ? [] : [`${file} → ${target}`];
    });
  });
  expect(upward).toEqual([]);
});

test("a noun's components do not reach into another noun's folder", () => {
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

test("packages stay in the rooms they belong to", () => {
  const matches = (specifier: string, pattern: string): boolean =>
    pattern.endsWith("*") ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern;
  const strays = productFiles.flatMap((file) => {
    if (floorOf(file) === undefined) return [];
    return specifiers(file).flatMap((specifier) =>
      packageRules
        .filter((rule) => rule.packages.some((pattern) => matches(specifier, pattern)))
        .filter((rule) => !rule.rooms.some((room) => inside(file, room)))
        .map((rule) => `${file} → ${specifier}: ${rule.reason}`),
    );
  });
  expect(strays).toEqual([]);
});
