# The application as a container: built with every package, run with none but those the build kept.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
# Installs, generates, builds; the last line it prints is the folder of the build.
RUN node scripts/bootstrap.mjs build && mv .ridgepoint/app/* /app

# The simulated fleet, for docker-compose.yml. It needs the sources and the TypeScript loader.
FROM build AS fleet
USER node
ENTRYPOINT ["node", "--import", "tsx", "demo/simulator/main.ts"]

FROM node:24.21.0-bookworm-slim AS app
# Loopback inside a container is unreachable from its host, so set RIDGEPOINT_ALLOW_OPEN=1. Its log contains the link that adds
# the first admin. Publish the port on loopback (-p 127.0.0.1:3000:3000), or put a proxy with TLS in front.
# The application ends itself on SIGTERM: it serves on for 5 s, then finishes what is in flight within 15 s. Give it 30 s.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 NEXT_MANUAL_SIG_HANDLE=1
WORKDIR /app
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
