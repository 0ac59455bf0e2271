/** Frequent tasks. `docs/architecture.md` lists them for readers; the tests check both lists. */
import { answeredPageExample, pageExample } from "./page-example";
import { insertBefore, type Task } from "./task";

export const tasks: readonly Task[] = [
  {
    title: "an engine",
    files: [
      "lib/model/deployment/deployment.ts",
      "lib/engines/index.ts",
      "lib/engines/<engine>/index.ts",
      "lib/engines/<engine>/signals.ts",
      "lib/engines/<engine>/samples/<version>",
    ],
    example: [
      insertBefore("lib/model/deployment/deployment.ts", '  "llama-cpp",\n', '  "example",\n'),
      insertBefore(
        "lib/engines/index.ts",
        'import { tgi } from "./tgi";\n',
        'import { example } from "./example";\n',
      ),
      insertBefore("lib/engines/index.ts", '  "llama-cpp": llamaCpp,\n', "  example,\n"),
      {
        file: "lib/engines/example/index.ts",
        text: `import type { Engine } from "@/lib/engines/definitions/engine";
          import { exampleSignals } from "./signals";
          export const example: Engine = {
            id: "example",
            title: "Example",
            role: "engine",
            detectionMetrics: ["example_requests"],
            metricNamesPattern: "example_.+",
            modelLabel: null,
            signals: exampleSignals,
            activityCounter: { names: ["example_requests"] },
            progressMetric: { names: ["example_tokens"] },
          };`,
      },
      {
        file: "lib/engines/example/signals.ts",
        text: `import type { Engine } from "@/lib/engines/definitions/engine";
          import { histogram } from "@/lib/engines/definitions/recipe";
          import { tgiSignals } from "@/lib/engines/tgi/signals";
          export const exampleSignals: Engine["signals"] = { ...tgiSignals, e2e: histogram("example_duration") };`,
      },
    ],
    required: ["lib/engines/index.ts"],
  },
  {
    title: "a panel",
    files: ["components/signals/panels/panels.ts"],
    example: [
      insertBefore(
        "components/signals/panels/panels.ts",
        '  { ...ratePanel, id: "requests"',
        '  { ...latencyPanel, id: "example", title: "Example", signals: ["e2e"], displayUnit: "s" },\n',
      ),
    ],
  },
  {
    title: "a what-if lever",
    files: [
      "lib/model/roofline/what-if-levers.ts",
      "lib/analysis/roofline/what-if/levers.ts",
      "lib/sentences/roofline/what-if/lever-text.ts",
      "components/roofline/what-if/levers/levers.ts",
      "components/roofline/what-if/levers/<lever>.tsx",
      "lib/analysis/roofline/what-if/change.ts",
    ],
    example: [
      insertBefore(
        "lib/model/roofline/what-if-levers.ts",
        "  kvHeads: parameter(",
        '  promptTokens: parameter("wp", integerTextFormat(1, 1_000_000)),\n',
      ),
      insertBefore(
        "lib/analysis/roofline/what-if/levers.ts",
        "  kvHeads: {\n",
        "  promptTokens: { toChange: (tokens) => ({ promptTokens: tokens }) },\n",
      ),
      insertBefore(
        "lib/sentences/roofline/what-if/lever-text.ts",
        "  kvHeads: (count)",
        "  promptTokens: (tokens) => `prompt ${formatCount(tokens)}`,\n",
      ),
      insertBefore(
        "components/roofline/what-if/levers/levers.ts",
        'import { WeightsLever } from "./weights";\n',
        'import { PromptTokensLever } from "./prompt-tokens";\n',
      ),
      insertBefore(
        "components/roofline/what-if/levers/levers.ts",
        "  kvHeads: KvHeadsLever,\n",
        "  promptTokens: PromptTokensLever,\n",
      ),
      {
        file: "components/roofline/what-if/levers/prompt-tokens.tsx",
        text: `import { Slider } from "../what-if-fields";
          import type { LeverControl } from "./lever";
          export const PromptTokensLever: LeverControl<"promptTokens"> = ({ value, onChange, scenario }) => (
            <Slider name="Prompt, tokens" currentValue={scenario.promptTokens} value={value} bounds={[1, 8_192]} onSlide={onChange} />
          );`,
      },
    ],
    required: [
      "lib/analysis/roofline/what-if/levers.ts",
      "lib/sentences/roofline/what-if/lever-text.ts",
      "components/roofline/what-if/levers/levers.ts",
    ],
  },
  {
    title: "a phase rule",
    files: ["lib/engines/<engine>/spans.ts"],
    example: [
      insertBefore(
        "lib/engines/tgi/spans.ts",
        '    { meaning: "prefill"',
        '    { meaning: "tokenize", operationPattern: /^encode$/, isInsideRequest: true },\n',
      ),
    ],
  },
  {
    title: "a changed default limit",
    files: ["lib/model/deployment/limits.ts"],
    example: [
      {
        file: "lib/model/deployment/limits.ts",
        find: "defaultValue: 1,",
        replacement: "defaultValue: 2,",
      },
    ],
  },
  {
    title: "a page with an endpoint",
    files: [
      "components/layout/pages.ts",
      "app/(dashboard)/<page>/page.tsx",
      "components/<page>/<page>-page.tsx",
      "lib/contracts/<noun>.ts",
      "lib/services/<noun>/<verb>.ts",
      "app/api/v1/<noun>/route.ts",
      "lib/server/access/policy.ts",
    ],
    example: pageExample,
  },
  {
    title: "first data of a page from the server",
    files: ["app/first-queries.ts", "app/(dashboard)/<page>/page.tsx"],
    example: answeredPageExample,
  },
  {
    title: "a page in kiosk mode",
    files: ["components/layout/pages.ts", "app/kiosk/page.tsx"],
    example: [
      {
        file: "components/layout/pages.ts",
        find: 'path: "/traces/flow"',
        replacement: 'path: "/traces/flow", isKiosk: true',
      },
      insertBefore(
        "app/kiosk/page.tsx",
        "          traces: <TracesPage />",
        "          flow: <FlowPage />,\n",
      ),
      insertBefore(
        "app/kiosk/page.tsx",
        "import { TracesPage }",
        'import { FlowPage } from "@/components/traces/flow/flow-page";\n',
      ),
    ],
    required: ["app/kiosk/page.tsx"],
  },
  {
    title: "a table",
    files: [
      "prisma/schema/<noun>.prisma",
      "prisma/migrations/<migration>/migration.sql",
      "prisma/migrations/previous-schema.prisma",
    ],
  },
  {
    title: "a status",
    files: ["lib/status/statuses.ts", "lib/status/<status>.ts", "lib/status/judge-status.test.ts"],
    example: [
      insertBefore(
        "lib/status/statuses.ts",
        'import { kvPressureStatus } from "./kv-pressure";\n',
        'import { exampleStatus } from "./example";\n',
      ),
      insertBefore("lib/status/statuses.ts", "  errorsStatus,\n", "  exampleStatus,\n"),
      {
        file: "lib/status/example.ts",
        text: `import { exceedsLimit, readingValueOrNull } from "./evidence";
          import { textPart } from "./sentence-parts";
          import type { StatusRule } from "./status-rule";
          export const exampleStatus: StatusRule<"example"> = {
            id: "example",
            label: "Example",
            tone: "bad",
            affectedReadings: ["waiting"],
            matches: ({ waiting }) => exceedsLimit(readingValueOrNull(waiting), 100) === true,
            matchesAt: ({ waiting }) => exceedsLimit(waiting, 100),
            sentence: () => [textPart("More than 100 requests wait.")],
          };`,
      },
      insertBefore("lib/status/judge-status.test.ts", "  errors: {", "  example: { waiting: is(101) },\n"),
    ],
    required: ["lib/status/statuses.ts"],
  },
  {
    title: "a job",
    files: ["lib/jobs/schedule.ts", "lib/jobs/<job>.ts"],
    example: [
      insertBefore(
        "lib/jobs/schedule.ts",
        'import type { Job } from "./job";\n',
        'import { exampleJob } from "./example";\n',
      ),
      insertBefore("lib/jobs/schedule.ts", "discoverDeploymentsJob,\n", "exampleJob, "),
      {
        file: "lib/jobs/example.ts",
        text: `import { checkSource } from "@/lib/services/installation/check-source";
          import type { Job } from "./job";
          export const exampleJob: Job = {
            name: "example",
            intervalMs: 60_000,
            timeoutMs: 30_000,
            run: async () => void (await checkSource("main")),
          };`,
      },
    ],
    required: ["lib/jobs/schedule.ts"],
  },
  {
    title: "the wording of a headline",
    files: ["lib/sentences/<noun>/<sentence>.ts", "lib/status/fleet-sentence.ts", "lib/status/<status>.ts"],
  },
  {
    title: "a GPU",
    files: ["lib/analysis/roofline/accelerators/<family>.ts"],
    example: [
      insertBefore(
        "lib/analysis/roofline/accelerators/nvidia-blackwell.ts",
        '  {\n    ...blackwellFields,\n    id: "gb200",',
        `  {
            id: "example",
            name: "Example",
            vendor: "NVIDIA",
            family: "Blackwell",
            memoryBytes: 96 * giga,
            memoryKind: "GDDR7",
            bandwidthBytesPerSecond: 1792 * giga,
            peakFlopsPerSecond: { bf16: 500 * tera },
            link: { kind: "PCIe5", bidirectionalBytesPerSecond: 128 * giga },
            deviceNames: ["Example"],
            confidence: "second-source",
            sources: [computeTableSource],
          },\n`,
      ),
    ],
  },
  {
    title: "a command of the program",
    files: ["cli/run.ts", "cli/<command>.ts"],
    example: [
      insertBefore(
        "cli/run.ts",
        "import { createSuccess, createUsageError",
        'import { exampleCommand } from "./example";\n',
      ),
      insertBefore("cli/run.ts", '  ["measured", measuredCommand],\n', '  ["example", exampleCommand],\n'),
      {
        file: "cli/example.ts",
        text: `import type { Command } from "./command";
          import { createSuccess } from "./outcome";
          export const exampleCommand: Command = {
            usage: "npx ridgepoint example",
            run: async () => createSuccess("done"),
          };`,
      },
    ],
    required: ["cli/run.ts"],
  },
];
