// `npm run doctor -- --prometheus URL`: checks one metrics source without any other configuration, before
// installation.
import { isAppError } from "@/lib/model/app-error";
import type { SourceFailure } from "@/lib/model/sources/source";
import { parseEnvironment, type ServerEnvironment } from "@/lib/server/environment/env";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { getProcessState } from "@/lib/server/process-state";
import { describeSurvey } from "@/lib/services/data-check/describe-survey";
import { isSurveyHealthy } from "@/lib/services/data-check/judge-survey";
import { surveySource, type SourceSurvey } from "@/lib/services/data-check/survey-source";
import { toSourceFailure } from "@/lib/services/sources/source-health";
import { placeholderDatabaseUrl } from "@/scripts/start-checks/start-check";

/** Result of a check, as text and as JSON. */
export interface DoctorReport {
  readonly isHealthy: boolean;
  /** Output of `--json`. */
  readonly jsonDocument: Readonly<Record<string, unknown>>;
  readonly textLines: readonly string[];
}

const longestSurveyMs = 60_000;

const fixes: Partial<Record<SourceFailure, string>> = {
  unreachable: "start the server, or correct the URL",
  "auth-failed":
    "set PROMETHEUS_BEARER_TOKEN, or PROMETHEUS_USERNAME and PROMETHEUS_PASSWORD, or PROMETHEUS_HEADERS",
  "bad-answer": "use the base URL of the API, such as http://prometheus:9090",
  refused: "use the base URL of the API, such as http://prometheus:9090",
};

/**
 * Returns an environment with one metrics source: the URL `sourceUrl` with the credentials of the PROMETHEUS_… variables. Ignores all
 * other variables. Throws EnvironmentError.
 */
export function createSourceEnvironment(sourceUrl: string, variables: RawEnvironment): ServerEnvironment {
  const credentials = Object.entries(variables).filter(([name]) => name.startsWith("PROMETHEUS_"));
  return parseEnvironment({
    ...Object.fromEntries(credentials),
    PROMETHEUS_URL: sourceUrl,
    DATABASE_URL: placeholderDatabaseUrl,
  });
}

/**
 * Surveys the first source of `environment`, which becomes the environment of this process. Never throws if the
 * source is unhealthy.
 */
export async function examineSource(environment: ServerEnvironment): Promise<DoctorReport> {
  getProcessState("environment", () => environment);
  const [source] = environment.sources;
  if (source === undefined) throw new TypeError("the environment has no metrics source");
  try {
    return reportOf(await surveySource(source.slug, AbortSignal.timeout(longestSurveyMs)));
  } catch (error) {
    if (!isAppError(error)) throw error;
    const fix = fixes[toSourceFailure(error.code)] ?? "check the server's log and load";
    return {
      isHealthy: false,
      jsonDocument: {
        isWell: false,
        source: { url: source.url },
        error: { code: error.code, detail: error.message, fix },
      },
      textLines: [`failed   ${source.url}: ${error.message}`, `         fix: ${fix}`],
    };
  }
}

function reportOf(survey: SourceSurvey): DoctorReport {
  const isHealthy = isSurveyHealthy(survey);
  return { isHealthy, jsonDocument: { isWell: isHealthy, ...survey }, textLines: describeSurvey(survey) };
}
