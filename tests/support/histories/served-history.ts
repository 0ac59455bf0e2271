/** An hour of vLLM servers that each finish one request per second, as OpenMetrics text up to `endMs`. */
export interface ServedModel {
  readonly model: string;
  readonly instance: string;
  /** Additional labels of its series, such as that of one of two copies. */
  readonly extraLabels?: string;
}

const spacingSeconds = 15;
const lengthSeconds = 3_600;

export function writeServedHistory(servers: readonly ServedModel[], endMs: number): string {
  const end = Math.floor(endMs / 1_000);
  const times = Array.from(
    { length: lengthSeconds / spacingSeconds + 1 },
    (_, index) => end - lengthSeconds + index * spacingSeconds,
  );
  const labelsOf = ({ model, instance, extraLabels = "" }: ServedModel): string =>
    `model_name="${model}",job="vllm",instance="${instance}"${extraLabels === "" ? "" : `,${extraLabels}`}`;
  const write = (name: string, of: (index: number) => number, more = ""): readonly string[] =>
    servers.flatMap((served) =>
      times.map((time, index) => `${name}{${labelsOf(served)}${more}} ${of(index)} ${time}`),
    );
  return [
    "# TYPE vllm:num_requests_running gauge",
    ...write("vllm:num_requests_running", () => 4),
    "# TYPE vllm:request_success counter",
    ...write("vllm:request_success_total", (index) => index * spacingSeconds, ',finished_reason="stop"'),
    "# EOF\n",
  ].join("\n");
}
