/**
 * The command `ridgepoint measured`: reads a file written by `scripts/measure` and prints its analysis. It needs no
 * server.
 */
import { open } from "node:fs/promises";
import path from "node:path";
import { acceleratorWithMeasuredCeilings } from "@/lib/analysis/roofline/measured/run-roof";
import { analyseMeasuredRun } from "@/lib/analysis/roofline/measured/analyse-measured-run";
import { fail, succeed, type Result } from "@/lib/base/result";
import type { RooflineExport } from "@/lib/contracts/roofline/roofline-tables";
import { acceleratorSchema } from "@/lib/model/roofline/accelerator-schema";
import type { MeasuredRun } from "@/lib/model/roofline/measured-run-schema";
import { readMeasuredRun } from "@/lib/model/roofline/read-measured-run";
import type { Command } from "./command";
import { measuredUsage, parseMeasuredArguments } from "./measured-arguments";
import { formatMeasuredRun } from "./measured-text";
import { createSuccess, createFailure, createUsageError, type CliOutcome } from "./outcome";
import { escapeControlCharacters } from "./printable";

/** A full measurement grid takes about 50 kB. */
const maxFileBytes = 16 * 1024 * 1024;

/**
 * Command `ridgepoint measured`: analyses a measured run. A relative file name is resolved from the folder
 * in which the program was called.
 */
export const measuredCommand: Command = {
  usage: measuredUsage,
  run: async (args, environment) => analyseFile(args, environment["RIDGEPOINT_CALLED_FROM"] ?? "."),
};

async function analyseFile(args: readonly string[], folder: string): Promise<CliOutcome> {
  const parsedArguments = parseMeasuredArguments(args);
  if (typeof parsedArguments === "string") return createUsageError(parsedArguments, measuredUsage);
  const { filePath, format } = parsedArguments;
  const text = await readTextFile(path.resolve(folder, filePath));
  if (!text.ok)
    return createFailure(`cannot read ${filePath}: ${text.error}`, "pass a file written by scripts/measure");
  const run = readMeasuredRun(text.value);
  if (!run.ok)
    return createFailure(
      escapeControlCharacters(`cannot use ${filePath}: ${run.error}`),
      "measure again with the scripts/measure of this release (see docs/measuring.md)",
    );
  if (format === "accelerator") return acceleratorDocument(run.value, filePath);
  const study = analyseMeasuredRun(run.value);
  if (format === "text") return createSuccess(formatMeasuredRun(run.value, study));
  const { origin, measuredAt, program, software, device } = run.value;
  return createSuccess(toJson({ origin, measuredAt, program, software, device, ...study }));
}

/** Creates the document that the import endpoint of the roofline tables accepts. */
function acceleratorDocument(run: MeasuredRun, file: string): CliOutcome {
  const row = acceleratorWithMeasuredCeilings(run);
  if (!row.ok)
    return createFailure(
      escapeControlCharacters(`cannot derive an accelerator from ${file}: ${row.error}`),
      "add the accelerator manually, with the rates that this command prints without --accelerator",
    );
  const document: RooflineExport = {
    kind: "roofline",
    version: 1,
    exportedAtMs: Date.now(),
    accelerators: [{ kind: "accelerator", version: 1, accelerator: acceleratorSchema.parse(row.value) }],
    models: [],
    settings: [],
  };
  return createSuccess(toJson(document));
}

function toJson(answer: object): string {
  return JSON.stringify(answer, undefined, 2);
}

async function readTextFile(file: string): Promise<Result<string, string>> {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > maxFileBytes) return fail(`the file is larger than ${maxFileBytes / 1024 ** 2} MiB`);
      return succeed(await handle.readFile("utf8"));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error) return fail(error.message);
    throw error;
  }
}
