/** A real OpenID Connect provider (`oidc-provider`) on a free port, which signs in the selected person without a page. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** The claims that the provider reports about a person. */
export interface ProviderAccount {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified: boolean;
  readonly name: string;
}

export interface RunningProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Accepts sign-ins of the application at this origin, which may start after the provider. */
  readonly allowApplication: (origin: string) => void;
  /** Selects who signs in next. */
  readonly setAccount: (account: ProviderAccount) => void;
  readonly stop: () => Promise<void>;
}

const clientId = "ridgepoint";
const clientSecret = "a-client-secret-of-the-tests";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts the provider, which answers after its application is known. */
export async function startOidcProvider(): Promise<RunningProvider> {
  let account: ProviderAccount | undefined;
  let answer: Answer | undefined;
  const server = createServer((request, response) => {
    const refuse = (error: unknown): void => void response.writeHead(500).end(String(error));
    if (answer === undefined) refuse("no application is known");
    else answer(request, response).catch(refuse);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    allowApplication: (origin) => {
      answer = createAnswer(
        createProvider(issuer, origin, () => account),
        () => account,
      );
    },
    setAccount: (next) => {
      account = next;
    },
    stop: () => closeServer(server),
  };
}

type ReadAccount = () => ProviderAccount | undefined;

function createProvider(issuer: string, origin: string, readAccount: ReadAccount): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/sign-in/callback`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...readAccount(), sub: id }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  });
}

/** Answers the questions of the provider at once, as the selected person. */
function createAnswer(provider: Provider, readAccount: ReadAccount): Answer {
  const respond = provider.callback();
  return async (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void respond(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const signedIn = readAccount()?.sub ?? "nobody";
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: signedIn } });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? signedIn,
      clientId: String(params["client_id"]),
    });
    grant.addOIDCScope("openid email profile");
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, { consent: { grantId } });
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
