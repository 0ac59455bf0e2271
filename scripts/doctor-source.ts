// `npm run doctor -- --prometheus URL`: looks at one metrics source with nothing else configured, before anything is installed.
import { isAppError } from "@/lib/model/app-error";
import type { SourceFailure } from "@/lib/model/source";
import { parseEnvironment, type Environment } from "@/lib/server/env";
import type { Variables } from "@/lib/server/env-variables";
import { processMemory } from "@/lib/server/memory";
import { describeSurvey } from "@/lib/services/data-check/describe-survey";
import { isHealthy } from "@/lib/services/data-check/judge-survey";
import { surveySource, type Survey } from "@/lib/services/data-check/survey-source";
import { failureFor } from "@/lib/services/sources/source-health";
import { localDatabase } from "./start-check";

export interface Report {
  readonly isWell: boolean;
  /** For `--json`. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

const longestSurveyMs = 60_000;

const fixes: Partial<Record<SourceFailure, string>> = {
  unreachable: "start it, or correct the address",
  "auth-failed":
    "set PROMETHEUS_BEARER_TOKEN, or PROMETHEUS_USERNAME and PROMETHEUS_PASSWORD, or PROMETHEUS_HEADERS",
  "bad-answer": "give the address below which its API lies, such as http://prometheus:9090",
  refused: "give the address below which its API lies, such as http://prometheus:9090",
};

/**
 * An environment with one metrics source: `url`, and the credentials that PROMETHEUS_… variables hold. Whatever else is set is
 * left out, right or wrong. Throws EnvironmentError.
 */
export function environmentFor(url: string, variables: Variables): Environment {
  const credentials = Object.entries(variables).filter(([name]) => name.startsWith("PROMETHEUS_"));
  return parseEnvironment({
    ...Object.fromEntries(credentials),
    PROMETHEUS_URL: url,
    DATABASE_URL: localDatabase,
  });
}

/** Surveys the first source of `environment`, which becomes this process's. Never throws for an ill source. */
export async function examineSource(environment: Environment): Promise<Report> {
  processMemory("environment", () => environment);
  const [source] = environment.sources;
  if (source === undefined) throw new TypeError("an environment has a metrics source");
  try {
    return reportOf(await surveySource(source.slug, AbortSignal.timeout(longestSurveyMs)));
  } catch (error) {
    if (!isAppError(error)) throw error;
    const fix = fixes[failureFor(error.code)] ?? "look at its log and its load";
    return {
      isWell: false,
      document: {
        isWell: false,
        source: { url: source.url },
        error: { code: error.code, detail: error.message, fix },
      },
      lines: [`failed   ${source.url}: ${error.message}`, `         fix: ${fix}`],
    };
  }
}

function reportOf(survey: Survey): Report {
  const isWell = isHealthy(survey);
  return { isWell, document: { isWell, ...survey }, lines: describeSurvey(survey) };
}
