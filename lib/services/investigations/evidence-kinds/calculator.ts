/** Computes a calculator with the tables of GPUs and models, and lists its texts. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import { assertPresent } from "@/lib/base/assert";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { listCalculatorInputs, parseCalculatorInputs } from "@/lib/model/roofline/calculator-input";
import { calculateResult } from "@/lib/sentences/roofline/calculators/calculate";
import { describeCalculatorInputs } from "@/lib/sentences/roofline/calculators/input-text";
import { readRooflineConfig } from "@/lib/services/roofline/roofline-config";
import { listAcceleratorRows, listBuiltInAndAddedModels } from "@/lib/services/roofline/tables/describe-rows";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";

/** Returns the result of the calculator. Refused if its GPU or model is not in the tables, or without a result. */
export async function readCalculatorAnswer(
  { calculator, inputs }: QuestionOf<"calculator">,
  _read: AnswerReadContext,
): Promise<AnswerOutcome> {
  const state = assertPresent(parseCalculatorInputs(calculator, inputs), "the question was validated");
  const { addedEntries } = await readRooflineConfig();
  const accelerator = listAcceleratorRows(addedEntries).offered.find(
    (row) => row.accelerator.id === state.gpu,
  )?.accelerator;
  const row = listBuiltInAndAddedModels(addedEntries).offered.find(
    ({ architecture }) => architecture.id === state.model,
  );
  const names = listCalculatorInputs(calculator);
  if (accelerator === undefined && names.includes("gpu"))
    return fail(`The GPU ${state.gpu} is not in the table of GPUs.`);
  if (row === undefined && names.includes("model"))
    return fail(`The model ${state.model} is not in the table of models.`);
  const model = row === undefined ? null : { architecture: row.architecture, formats: row.plan };
  const entries = { accelerator: accelerator ?? null, model };
  const result = calculateResult(state, entries);
  if (result === null) return fail("The GPU has no units for the format of the weights.");
  return {
    kind: "answered",
    data: {
      endpoint: "calculator",
      calculator,
      inputs: describeCalculatorInputs(state, entries),
      ...result,
    },
    window: null,
  };
}

function fail(reason: string): AnswerOutcome {
  return { kind: "failed", reason };
}

type StoredCalculator = ReadonlyDeep<Extract<EvidenceData, { endpoint: "calculator" }>>;

/** Returns the sentence, the cells of the table and the values of the inputs. */
export function listCalculatorComparedValues({
  sentence,
  inputs,
  columns,
  rows,
}: StoredCalculator): readonly ComparedValueGroup[] {
  const cells = rows.flatMap(({ key, cells: texts }) =>
    texts
      .slice(1)
      .map((text, index) => [[key, columns[index + 1]].filter(Boolean).join(", "), text] as const),
  );
  return [
    { name: "Value", values: new Map(cells) },
    { name: "Sentence", values: new Map([["the calculator", sentence]]) },
    { name: "Input", values: new Map(inputs.map(({ label, value }) => [label, value])) },
  ];
}
